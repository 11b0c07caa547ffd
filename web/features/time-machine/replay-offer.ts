/** Converts the terms in the URL to a named offer, using the plans and rigs on sale. */
import { microsPerKwhOf, nearest, wattsOfKw } from "#economics";
import { readOwnValue, type OwnValue, type ReplayOffer } from "#economics/history";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { kindOf, ownText, type Kind, type ReplaySearch } from "./replay-search.ts";
import { timeMachineTexts as texts } from "./strings.ts";

export type ReplayCases = ApiAnswer<"listReplayCases">;
export type ReplayRig = ReplayCases["rigs"][number];

export interface NamedOffer {
  readonly kind: Kind;
  readonly name: string;
  readonly offer: ReplayOffer;
}

export const TARIFF_DEFAULT = 0.1;

/** Returns the offer, or undefined if the plan or rig is not on sale. */
export function offerOf(search: ReplaySearch, cases: ReplayCases): NamedOffer | undefined {
  const kind = kindOf(search);
  const own = (name: OwnValue) => readOwnValue(name, ownText(name, search[name])) ?? 0n;
  if (kind === "plan") {
    const plan = cases.plans.find(({ id }) => id === (search.plan ?? cases.plans[0]?.id));
    if (plan === undefined) return undefined;
    const [worthCents, priceCents] = [BigInt(plan.worthCents), BigInt(plan.priceCents)];
    return { kind, name: plan.name, offer: { kind, worthCents, priceCents } };
  }
  if (kind === "rig") {
    const rig = cases.rigs.find(({ id }) => id === search.rig);
    if (rig === undefined) return undefined;
    return { kind, name: rig.name, offer: rigOffer(rig, search.tariff ?? TARIFF_DEFAULT) };
  }
  if (kind === "stake")
    return { kind, name: texts.stakeName, offer: { kind, apyBasisPoints: own("apy") } };
  if (kind === "ratio") {
    const [worthMillionths, powerMillionths] = [own("ratio"), own("power")];
    return { kind, name: texts.ratioName, offer: { kind, worthMillionths, powerMillionths } };
  }
  const [earnsMicros, powerMicros, priceMicros] = [own("earns"), own("uses"), own("price")];
  return { kind, name: texts.dailyName, offer: { kind, earnsMicros, powerMicros, priceMicros } };
}

/**
 * Returns a rig as an offer. As on the server, the daily power cost is kW x 24 x tariff, rounded to
 * the nearest millionth.
 */
function rigOffer(rig: ReplayRig, tariff: number): ReplayOffer {
  const powerMicros = nearest(
    wattsOfKw(rig.powerKw) * 24n,
    microsPerKwhOf(ownText("tariff", tariff)),
    1_000n,
  );
  const earnsMicros = readOwnValue("earns", rig.earnsUsd) ?? 0n;
  return { kind: "daily", earnsMicros, powerMicros, priceMicros: BigInt(rig.priceCents) * 10_000n };
}
