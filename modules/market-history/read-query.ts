/**
 * Converts the query parameters of a request for outcomes to an offer, a length and a mode. Throws
 * a refusal for invalid parameters.
 */
import {
  dayText,
  epochDayOf,
  OWN_VALUES,
  readOwnValue,
  startingDays,
  type Mode,
  type OwnValue,
  type ReplayOffer,
  type Series,
} from "#economics/history";
import { replayLimits } from "#api/limits";
import type { ReplayCases } from "./replay-cases.ts";
import { rigOffer, TARIFF_DEFAULT } from "./replay-cases.ts";
import { historyRefusals } from "./refusals.ts";

type Name = "plan" | "rig" | "tariff" | OwnValue | "days" | "mode" | "start";
export type OutcomesQuery = { readonly [N in Name]?: string | undefined };

/** Returns the requested offer. Throws a refusal for the first invalid value. */
export function offerOf(query: OutcomesQuery, cases: ReplayCases): ReplayOffer {
  const { plan, rig, ratio, apy, earns } = query;
  const named = [plan, rig, ratio, apy, earns].filter((one) => one !== undefined);
  if (named.length !== 1) throw historyRefusals.replay_terms_missing();
  const own = (name: OwnValue, text = "0") => ownValue(name, text);
  if (plan !== undefined) return planOf(plan, cases);
  if (rig !== undefined) return rigOf(rig, query.tariff, cases);
  if (apy !== undefined) return { kind: "stake", apyBasisPoints: own("apy", apy) };
  if (ratio !== undefined)
    return {
      kind: "ratio",
      worthMillionths: own("ratio", ratio),
      powerMillionths: own("power", query.power),
    };
  return {
    kind: "daily",
    earnsMicros: own("earns", earns),
    powerMicros: own("uses", query.uses),
    priceMicros: own("price", query.price),
  };
}

function planOf(id: string, { plans }: ReplayCases): ReplayOffer {
  const plan = plans.find((one) => one.id === id);
  if (plan === undefined) throw historyRefusals.replay_plan_unknown();
  return plan.offer;
}

function rigOf(id: string, tariff: string | undefined, { rigs }: ReplayCases): ReplayOffer {
  const rig = rigs.find((one) => one.id === id);
  if (rig === undefined) throw historyRefusals.replay_rig_unknown();
  return rigOffer(rig, tariff === undefined ? TARIFF_DEFAULT : tariffOf(tariff));
}

function tariffOf(text: string): bigint {
  return ownValue("tariff", text);
}

function ownValue(name: OwnValue, text: string): bigint {
  const value = readOwnValue(name, text);
  if (value !== undefined) return value;
  const { min, max } = OWN_VALUES[name];
  throw historyRefusals.replay_value_invalid({ name, min, max });
}

export function modeOf({ mode = "sold" }: OutcomesQuery): Mode {
  if (mode !== "sold" && mode !== "kept") throw historyRefusals.replay_mode_invalid();
  return mode;
}

/**
 * Returns the requested length in days. Throws a refusal if it is invalid or longer than the
 * series.
 */
export function lengthOf({ days = String(replayLimits.daysMin) }: OutcomesQuery, series: Series) {
  const length = /^\d{1,4}$/.test(days) ? Number(days) : 0;
  const { daysMin, daysMax } = replayLimits;
  if (length < daysMin || length > daysMax || startingDays(series, length) === 0)
    throw historyRefusals.replay_days_invalid({
      min: String(daysMin),
      max: String(Math.min(daysMax, series.days)),
      days: String(series.days),
    });
  return length;
}

/** Returns the index of the requested first day in the series, or null if the request has none. */
export function startOf({ start }: OutcomesQuery, series: Series, length: number): number | null {
  if (start === undefined) return null;
  const place = placeOf(start, series);
  if (place >= 0 && place < startingDays(series, length)) return place;
  throw historyRefusals.replay_start_outside({
    days: String(length),
    first: dayText(series.firstDay),
    last: dayText(series.lastDay - length + 1),
    end: dayText(series.lastDay),
  });
}

function placeOf(start: string, series: Series): number {
  try {
    return epochDayOf(start) - series.firstDay;
  } catch {
    throw historyRefusals.replay_start_invalid();
  }
}
