/**
 * Posted prices, terms and limits as the page shows them, and what a change of them means. Nothing
 * is paid here.
 */
import {
  chargeSats,
  centsPerBtcOf,
  DAY_MS,
  difficultyOf,
  expectedResult,
  hashRateOfThs,
  machineResult,
  termFields,
  usdText,
  wattsOfKw,
  type DatedRate,
  type ExpectedResult,
  type RewardTerms,
  type TermField,
  type TermKind,
} from "#economics";
import type { ApiAnswer } from "../../api/route-shapes.ts";
import { numberText, units, type Settings, type Version } from "./settings-view.ts";
import { settingsTexts as texts } from "./strings.ts";
import type { PostedChange } from "./VersionsTable.tsx";

export type TermsGroup = Settings["terms"][number];
export type TermsVersion = TermsGroup["versions"][number];
export type Plan = ApiAnswer<"listPlans">["items"][number];
export type Item = ApiAnswer<"listHardware">["items"][number];

/** `99 USD`, `yes`, `0.001 BTC`. */
export function termText(field: TermField, text: string): string {
  if (field.words) return text === "1" ? field.words[0] : field.words[1];
  return field.unit === "" ? numberText(text) : `${numberText(text)} ${field.unit}`;
}

/** `Price 99 USD to 120 USD`, one for each value that differs. */
export function termSteps(
  kind: TermKind,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  return termFields(kind)
    .filter(([name]) => before[name] !== after[name])
    .map(([name, field]) => {
      const [was, is] = [before[name] ?? "", after[name] ?? ""].map((text) =>
        termText(field, text),
      );
      return texts.step(field.label, was ?? "", is ?? "", "");
    });
}

/** Every change of every group, newest first. */
export function termChanges(groups: readonly TermsGroup[]): PostedChange[] {
  return groups
    .flatMap(({ kind, name, versions }) =>
      versions.flatMap((version, position) => {
        const before = versions[position + 1];
        if (before === undefined) return [];
        const steps = termSteps(kind, before.values, version.values).join("; ");
        return [{ ...version, what: `${name}: ${steps}` }];
      }),
    )
    .toSorted((a, b) => b.validFrom.localeCompare(a.validFrom));
}

/** Each field of any of the kinds once, in order: the columns of a table of several kinds. */
export function fieldsOf(groups: readonly TermsGroup[]): [name: string, field: TermField][] {
  const fields = new Map<string, TermField>();
  for (const { kind } of groups)
    for (const [name, field] of termFields(kind)) fields.set(name, field);
  return [...fields];
}

/** What a plan would be expected to bring at this price, at the reference values in force. */
export function planResult(plan: Plan, priceUsd: string, reference: Version): ExpectedResult {
  const costCents = centsPerBtcOf(priceUsd);
  const rate = rateOf(reference);
  const milliseconds = BigInt(plan.durationDays) * DAY_MS;
  const costSats = chargeSats(costCents, rate);
  const hashRate = hashRateOfThs(plan.hashRateThs);
  return expectedResult(
    { hashRate, milliseconds, costSats, costCents },
    rewardTermsOf(reference),
    rate,
  );
}

/**
 * `1,234 days` until a machine has paid this price, at the reference values and their price of
 * electricity.
 */
export function payBackText(item: Item, priceUsd: string, reference: Version): string {
  const { payBackDays } = machineResult(
    {
      hashRate: hashRateOfThs(item.hashRateThs),
      watts: wattsOfKw(item.powerKw),
      priceCents: centsPerBtcOf(priceUsd),
    },
    reference.values.usdPerKwh,
    rewardTermsOf(reference),
    rateOf(reference),
  );
  return payBackDays === null ? texts.never : `${numberText(payBackDays.toString())} days`;
}

function rewardTermsOf({ values }: Version): RewardTerms {
  return {
    difficulty: difficultyOf(values.difficulty),
    subsidySats: units("subsidyBtc", values),
    feesSats: units("feesBtc", values),
    poolFeeMillionths: units("poolFeePercent", values),
  };
}

function rateOf({ values }: Version): DatedRate {
  return { centsPerBtc: centsPerBtcOf(values.usdPerBtc), validFrom: new Date(0) };
}

/** `87,140.11 USD per BTC`. */
export function breakEvenText({ breakEvenCentsPerBtc }: ExpectedResult): string {
  if (breakEvenCentsPerBtc === null) return texts.never;
  return `${numberText(usdText(breakEvenCentsPerBtc))} USD per BTC`;
}
