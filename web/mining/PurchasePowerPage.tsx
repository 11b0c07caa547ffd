/**
 * /purchase-power: plans with their expected result first, the user's contracts and payouts, and
 * the calculator.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/query.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { WorkingRoom } from "../ui/ShowWorking.tsx";
import { Plates } from "../ui/Plates.tsx";
import { Calculator } from "./calculator/Calculator.tsx";
import { Contracts } from "./contracts/Contracts.tsx";
import { Payouts } from "./contracts/Payouts.tsx";
import { PlanCard } from "./plans/PlanCard.tsx";
import { miningTexts as texts } from "./strings.ts";
import { Working } from "./reference/Working.tsx";

export function PurchasePowerPage() {
  const plans = useQuery(apiQuery("listPlans"));
  const mining = useQuery(apiQuery("getMining"));
  const reference = plans.data?.reference;
  return (
    <>
      <PageHead
        title={texts.title}
        end={reference === undefined ? <WorkingRoom /> : <Working reference={reference} />}
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <Loaded query={plans} lines={9}>
          {({ items }) => (
            <Plates label={texts.plans} className="xl:grid-cols-3">
              {items.map((plan) => (
                <PlanCard key={plan.id} plan={plan} plans={items} />
              ))}
            </Plates>
          )}
        </Loaded>
        <Loaded query={mining} lines={3}>
          {({ contracts }) => <Contracts contracts={contracts} />}
        </Loaded>
        {mining.data === undefined || mining.data.contracts.length === 0 ? null : <Payouts />}
        {reference === undefined ? null : <Calculator reference={reference} />}
      </div>
    </>
  );
}
