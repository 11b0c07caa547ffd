/**
 * /purchase-power: shows plans with their expected profit or loss, the user's contracts and
 * payouts, and the calculator.
 */
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { WorkingRoom } from "../../ui/dialogs/ShowWorking.tsx";
import { Plates } from "../../ui/layout/Plates.tsx";
import { Calculator } from "./calculator/Calculator.tsx";
import { Contracts } from "./contracts/Contracts.tsx";
import { Payouts } from "./contracts/Payouts.tsx";
import { PlanCard } from "./plans/PlanCard.tsx";
import type { Mining, Plan } from "./reference/reference-terms.ts";
import { miningTexts as texts } from "./strings.ts";
import { Working } from "./reference/Working.tsx";

export function PurchasePowerPage() {
  const plans = useQuery(apiQuery("listPlans"));
  const mining = useQuery(apiQuery("getMining"));
  const reference = plans.data?.reference;
  const hasOwn = (mining.data?.contracts.length ?? 0) > 0;
  return (
    <>
      <PageHead
        title={texts.title}
        end={reference === undefined ? <WorkingRoom /> : <Working reference={reference} />}
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <Loaded query={mining.isPending ? { ...plans, data: undefined } : plans} lines={9}>
          {({ items }) => <Offers plans={items} hasOwn={hasOwn} mining={mining} />}
        </Loaded>
        {reference === undefined || mining.isPending ? null : <Calculator reference={reference} />}
      </div>
    </>
  );
}

/** Shows plans and the user's contracts. Contracts come first if the user has any. */
function Offers(props: {
  plans: readonly Plan[];
  hasOwn: boolean;
  mining: UseQueryResult<Mining>;
}) {
  const { plans, hasOwn, mining } = props;
  const own = (
    <Loaded query={mining} lines={3}>
      {(data) => <Contracts mining={data} />}
    </Loaded>
  );
  return (
    <>
      {hasOwn ? own : null}
      {hasOwn ? <Payouts /> : null}
      <Plans plans={plans} lead={isWaiting(mining.data) ? undefined : bestPlan(plans)} />
      {hasOwn ? null : own}
    </>
  );
}

/**
 * Returns true if a running contract earns nothing because mining is off. Starting mining is then
 * more important than another purchase.
 */
function isWaiting(mining: Mining | undefined): boolean {
  return mining?.isMining === false && mining.contracts.some(({ state }) => state === "running");
}

/**
 * Returns the plan with the highest expected gain, or undefined if all plans are expected to lose.
 */
function bestPlan(plans: readonly Plan[]): Plan | undefined {
  const result = (plan: Plan) => plan.expected.resultCents;
  const [best] = plans.toSorted((one, other) => result(other) - result(one));
  return best !== undefined && result(best) >= 0 ? best : undefined;
}

function Plans({ plans, lead }: { plans: readonly Plan[]; lead: Plan | undefined }) {
  const shared = sharedFeatures(plans);
  return (
    <Plates label={texts.plans} className="xl:grid-cols-3">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} plans={plans} shared={shared} isLead={plan === lead} />
      ))}
      <div className="bg-surface px-[22px] py-4 text-sm text-fg-2 max-md:px-4 xl:col-span-3">
        <h3 className="text-fg">{texts.everyPlan}</h3>
        <ul className="mt-2 grid gap-x-8 gap-y-1 md:grid-cols-2">
          {shared.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
    </Plates>
  );
}

function sharedFeatures([first, ...others]: readonly Plan[]): readonly string[] {
  const isShared = (feature: string) => others.every((plan) => plan.features.includes(feature));
  return first?.features.filter(isShared) ?? [];
}
