/** Shows a plan with its expected profit or loss and break-even values before the purchase. */
import { useState } from "react";
import { Amount, Usd } from "../../../ui/figures/Amount.tsx";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { KeyValue } from "../../../ui/layout/KeyValues.tsx";
import { difficultyText, sizeText, usdPerBtcText } from "../reference/figure-text.ts";
import type { Plan } from "../reference/reference-terms.ts";
import { planTexts as texts } from "./strings.ts";
import { PlanReplayLine } from "../../replay/ReplayLine.tsx";
import { OfferCard } from "./OfferCard.tsx";
import { PlanGauge } from "./PlanGauge.tsx";
import { PurchaseDialog } from "./PurchaseDialog.tsx";

export function PlanCard(props: {
  plan: Plan;
  plans: readonly Plan[];
  /** Features that all plans share. They are listed once for all plans. */
  shared: readonly string[];
  isLead: boolean;
}) {
  const { plan, plans, shared } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { expected } = plan;
  const isLoss = expected.resultCents < 0;
  const size = usdText(BigInt(Math.abs(expected.resultCents)));
  return (
    <OfferCard
      name={plan.name}
      price={priceText(plan.priceCents)}
      size={sizeText(plan)}
      isMining
      kind={texts.days(plan.durationDays)}
      gauge={
        <PlanGauge
          resultCents={expected.resultCents}
          all={plans.map((one) => one.expected.resultCents)}
        />
      }
      figures={<PlanFigures plan={plan} />}
      features={plan.features.filter((feature) => !shared.includes(feature))}
      buy={texts.purchase}
      isLead={props.isLead}
      closedReason={plan.isOpen ? undefined : (plan.closedReason ?? texts.closed)}
      reason={isLoss ? texts.reasonLoss(size) : texts.reasonGain(size)}
      replay={<PlanReplayLine planId={plan.id} days={plan.durationDays} />}
      onBuy={() => setIsOpen(true)}
    >
      {isOpen ? <PurchaseDialog plan={plan} onClose={() => setIsOpen(false)} /> : null}
    </OfferCard>
  );
}

function PlanFigures({ plan }: { plan: Plan }) {
  const { expected } = plan;
  return (
    <>
      <KeyValue label={texts.earns}>
        <Amount sats={expected.earnsSats} />
      </KeyValue>
      <KeyValue label={texts.worth}>
        <Usd cents={expected.earnsCents} />
      </KeyValue>
      <KeyValue label={texts.costs}>
        <Usd cents={expected.costCents} />
      </KeyValue>
      <KeyValue label={texts.breaksEvenAt}>
        {expected.breakEvenUsdPerBtc === null
          ? texts.never
          : `${usdPerBtcText(expected.breakEvenUsdPerBtc)} USD/BTC`}
      </KeyValue>
      <KeyValue label={texts.orDifficulty}>
        {expected.breakEvenDifficulty === null
          ? texts.never
          : difficultyText(expected.breakEvenDifficulty)}
      </KeyValue>
    </>
  );
}

/**
 * Formats a price such as `$1999`, as the requirement writes it, independent of the number format.
 * Cents are shown only if they are not zero.
 */
function priceText(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}
