/**
 * Shows the effect of changed terms: each changed value, the expected profit or loss of a plan, or
 * the payback time of a rig.
 */
import type { ReactNode } from "react";
import { Usd } from "../../ui/figures/Amount.tsx";
import { Consequence, type ConsequenceRow } from "./Consequence.tsx";
import { useSold } from "./OperatorResult.tsx";
import type { Version } from "./settings-view.ts";
import { dialogTexts as texts, termsDialogTexts } from "./strings.ts";
import {
  breakEvenText,
  operatorCents,
  payBackText,
  planResult,
  type Item,
  type Plan,
  type TermsGroup,
  type TermsVersion,
} from "./terms-view.ts";

export function TermsMeaning(props: {
  group: TermsGroup;
  seen: TermsVersion;
  reference: Version | undefined;
  /** The typed price. Undefined if the price is invalid or the group has none. */
  priceUsd: string | undefined;
  steps: readonly string[];
}) {
  const { group, seen, reference, priceUsd, steps } = props;
  const sold = useSold(group);
  const change = { was: seen.values["price"] ?? "", is: priceUsd };
  const rows = reference && sold ? rowsOf(sold, reference, change) : [];
  return steps.length + rows.length === 0 ? null : <Consequence steps={steps} rows={rows} />;
}

interface Change {
  readonly was: string;
  readonly is: string | undefined;
}

function rowsOf(sold: Plan | Item, reference: Version, change: Change): ConsequenceRow[] {
  const house = row(termsDialogTexts.house, change, (price) => (
    <Usd cents={operatorCents(sold, price, reference)} isResult />
  ));
  const own =
    "durationDays" in sold ? planRows(sold, reference, change) : itemRows(sold, reference, change);
  return [...own, house];
}

function planRows(plan: Plan, reference: Version, { was, is }: Change): ConsequenceRow[] {
  const result = (price: string) => planResult(plan, price, reference);
  return [
    row(termsDialogTexts.expected(plan.durationDays), { was, is }, (price) => (
      <Usd cents={result(price).resultCents} isResult />
    )),
    row(termsDialogTexts.breakEven, { was, is }, (price) => breakEvenText(result(price))),
  ];
}

function itemRows(item: Item, reference: Version, change: Change): ConsequenceRow[] {
  const label = termsDialogTexts.payBack(reference.values.usdPerKwh);
  return [row(label, change, (price) => payBackText(item, price, reference))];
}

function row(label: string, { was, is }: Change, show: (price: string) => ReactNode) {
  const after =
    is === undefined ? <span className="text-fg-2">{texts.unknown}</span> : <>{show(is)}</>;
  return { label, figures: [{ before: show(was), after }] };
}
