/** Formats posted prices, terms and limits. Computes the effect of a change before it is posted. */
import { countText } from "../../ui/amounts/count-text.ts";
import { numberText } from "../../ui/amounts/number-format.ts";
import { termText } from "../../ui/amounts/term-text.ts";
import {
  BUY_BACK,
  chargeSats,
  centsPerBtcOf,
  DAY_MS,
  expectedResult,
  hashRateOfThs,
  rigResult,
  termFields,
  usdText,
  wattsOfKw,
  type ExpectedResult,
  type TermField,
  type TermKind,
} from "#economics";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { rateOf, rewardTermsOf, type Settings, type Version } from "./settings-view.ts";
import { settingsTexts as texts } from "./strings.ts";
import type { PostedChange } from "./VersionsTable.tsx";

export type TermsGroup = Settings["terms"][number];
export type TermsVersion = TermsGroup["versions"][number];
export type Plan = ApiAnswer<"listPlans">["items"][number];
export type Item = ApiAnswer<"listHardware">["items"][number];

/**
 * Returns a text for each changed value, such as `Price 99 USD to 120 USD`. New fields are shown
 * with their new value only.
 */
export function termSteps(
  kind: TermKind,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  return termFields(kind)
    .filter(([name]) => before[name] !== after[name])
    .map(([name, field]) => {
      const [was, text] = [before[name], after[name] ?? ""];
      const is = termText(field, text);
      if (was === undefined) return texts.newField(field.label, is);
      return texts.step(field.label, termText(field, was), is, "");
    });
}

/** Returns all changes in all groups, newest first. */
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

const FACTS = 3;

/**
 * Summarizes the current values in one line. Several groups of one kind are summarized by the first
 * field that is not at its minimum in every group: `Price: Starter Rig 99 USD, Pro Miner 499 USD`.
 * Otherwise, the line lists the first values with their labels.
 */
export function termsFact(groups: readonly TermsGroup[]): string {
  const valueOf = ({ versions }: TermsGroup, name: string) => versions[0]?.values[name];
  const shared = fieldsOf(groups).find(
    ([name, { min }]) =>
      groups.every((group) => valueOf(group, name) !== undefined) &&
      groups.some((group) => valueOf(group, name) !== min),
  );
  if (shared !== undefined && groups.length > 1) {
    const [name, field] = shared;
    const each = groups.map(
      (group) => `${group.name} ${termText(field, valueOf(group, name) ?? "")}`,
    );
    return `${field.label}: ${each.join(", ")}`;
  }
  return groups
    .flatMap((group) =>
      termFields(group.kind).map(
        ([name, field]) => `${field.label} ${termText(field, valueOf(group, name) ?? "")}`,
      ),
    )
    .slice(0, FACTS)
    .join(", ");
}

/**
 * Returns the distinct fields of all kinds in display order, for use as columns of a table with
 * several kinds.
 */
export function fieldsOf(groups: readonly TermsGroup[]): [name: string, field: TermField][] {
  const fields = new Map<string, TermField>();
  for (const { kind } of groups)
    for (const [name, field] of termFields(kind)) fields.set(name, field);
  return [...fields];
}

/** Returns a plan's expected profit or loss at this price and the current reference values. */
export function planResult(plan: Plan, priceUsd: string, reference: Version): ExpectedResult {
  const costCents = centsPerBtcOf(priceUsd);
  const rate = rateOf(reference.values);
  const milliseconds = BigInt(plan.durationDays) * DAY_MS;
  const costSats = chargeSats(costCents, rate);
  const hashRate = hashRateOfThs(plan.hashRateThs);
  return expectedResult(
    { hashRate, milliseconds, costSats, costCents },
    rewardTermsOf(reference.values),
    rate,
  );
}

/**
 * Returns the time until a rig has earned back this price, as text such as `1,234 days`. The
 * projection keeps all reference values constant, including the electricity price.
 */
export function payBackText(item: Item, priceUsd: string, reference: Version): string {
  const { payBackDays } = rigResult(
    {
      hashRate: hashRateOfThs(item.hashRateThs),
      watts: wattsOfKw(item.powerKw),
      priceCents: centsPerBtcOf(priceUsd),
    },
    reference.values.usdPerKwh,
    rewardTermsOf(reference.values),
    rateOf(reference.values),
  );
  return payBackDays === null ? texts.never : countText(numberText(payBackDays.toString()), "day");
}

/**
 * The operator buys rigs back until this number of days after the sale, so costs are projected over
 * the same period.
 */
const MACHINE_DAYS = BUY_BACK.days;

/**
 * Returns the operator's expected profit per sale in cents, at the current reference values.
 * Negative for a loss. The projection covers a contract's full term, or 36 months of a rig whose
 * owner pays the posted electricity price.
 */
export function operatorCents(sold: Plan | Item, priceUsd: string, reference: Version): bigint {
  if ("durationDays" in sold) return -planResult(sold, priceUsd, reference).resultCents;
  const rate = rateOf(reference.values);
  const milliseconds = MACHINE_DAYS * DAY_MS;
  const hashRate = hashRateOfThs(sold.hashRateThs);
  const cost = { costSats: 0n, costCents: 0n };
  const { resultCents: paidCents } = expectedResult(
    { hashRate, milliseconds, ...cost },
    rewardTermsOf(reference.values),
    rate,
  );
  const { powerCents } = rigResult(
    { hashRate, watts: wattsOfKw(sold.powerKw), priceCents: 0n },
    reference.values.usdPerKwh,
    rewardTermsOf(reference.values),
    rate,
  );
  return centsPerBtcOf(priceUsd) + powerCents * MACHINE_DAYS - paidCents;
}

/** Formats the break-even rate: `87,140.11 USD per BTC`. */
export function breakEvenText({ breakEvenCentsPerBtc }: ExpectedResult): string {
  if (breakEvenCentsPerBtc === null) return texts.never;
  return `${numberText(usdText(breakEvenCentsPerBtc))} USD per BTC`;
}
