/**
 * Shows the operator's expected profit or loss per sale at the current reference values, next to
 * the posted price. Losses are shown in the down colour.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { Usd } from "../../ui/figures/Amount.tsx";
import type { Version } from "./settings-view.ts";
import { operatorCents, type Item, type Plan, type TermsGroup } from "./terms-view.ts";

/**
 * Returns the plan or rig that has this price, or undefined while loading and for settings without
 * a price.
 */
export function useSold({ kind, subject }: TermsGroup): Plan | Item | undefined {
  const plans = useQuery({ ...apiQuery("listPlans"), enabled: kind === "plan" });
  const items = useQuery({ ...apiQuery("listHardware"), enabled: kind === "item" });
  const sold: readonly (Plan | Item)[] = [
    ...(plans.data?.items ?? []),
    ...(items.data?.items ?? []),
  ];
  return sold.find(({ id }) => id === subject);
}

export function OperatorResult(props: {
  group: TermsGroup;
  priceUsd: string;
  reference: Version | undefined;
}) {
  const { group, priceUsd, reference } = props;
  const sold = useSold(group);
  if (sold === undefined || reference === undefined) return null;
  return <Usd cents={operatorCents(sold, priceUsd, reference)} isResult hasUnit={false} />;
}
