/**
 * Keeps all terms in the URL under the API's parameter names, so that a link reproduces them.
 * Invalid values are ignored.
 */
import { epochDayOf, OWN_VALUES, readOwnValue, type OwnValue } from "#economics/history";
import { replayLimits, stakingTerms } from "../../../api/limits.ts";

export const KINDS = ["plan", "rig", "stake", "daily", "ratio"] as const;
export type Kind = (typeof KINDS)[number];

export type ReplaySearch = Partial<Record<OwnValue, number>> & {
  plan?: string;
  rig?: string;
  days?: number;
  mode?: "kept";
  start?: string;
};

const OWN_NAMES = Object.keys(OWN_VALUES) as OwnValue[];

export function readReplaySearch(search: Readonly<Record<string, unknown>>): ReplaySearch {
  const { plan, rig, days, mode, start } = search;
  const { daysMin, daysMax } = replayLimits;
  const length = Number(days);
  const values: ReplaySearch = {};
  if (isName(plan)) values.plan = plan;
  else if (isName(rig)) values.rig = rig;
  for (const name of OWN_NAMES) {
    const value = search[name];
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text === "string" && readOwnValue(name, text) !== undefined)
      values[name] = Number(text);
  }
  if (Number.isInteger(length) && length >= daysMin && length <= daysMax) values.days = length;
  // Ignore any other length of a stake, because only these lengths are on sale.
  if (kindOf(values) === "stake" && !isStakingDays(values.days)) delete values.days;
  if (mode === "kept") values.mode = mode;
  if (typeof start === "string" && isDay(start)) values.start = start;
  return values;
}

export function isStakingDays(days: number | undefined): boolean {
  return stakingTerms.some((term) => term.days === days);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[a-z0-9-]{1,40}$/.test(value);
}

function isDay(text: string): boolean {
  try {
    return epochDayOf(text) > 0;
  } catch {
    return false;
  }
}

/** Returns the kind of terms in the URL. The default is the first plan. */
export function kindOf({ plan, rig, apy, earns, ratio }: ReplaySearch): Kind {
  if (plan !== undefined) return "plan";
  if (rig !== undefined) return "rig";
  if (ratio !== undefined) return "ratio";
  if (earns !== undefined) return "daily";
  return apy === undefined ? "plan" : "stake";
}

/** Formats a number from the URL as decimal text without an exponent. */
export function ownText(name: OwnValue, value: number | undefined): string {
  return (value ?? 0).toFixed(OWN_VALUES[name].decimals).replace(/\.?0+$/, "") || "0";
}
