/** One plan: what is expected of it and where it breaks even, before its price can be paid. */
import { useState } from "react";
import { Amount, Usd } from "../../ui/Amount.tsx";
import { usdText } from "../../ui/amount-format.ts";
import { Button } from "../../ui/Button.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { difficultyText, hashRateText, usdPerBtcText } from "../figure-text.ts";
import type { Plan } from "../reference-terms.ts";
import { miningTexts as texts } from "../strings.ts";
import { PlanGauge } from "./PlanGauge.tsx";
import { PurchaseDialog } from "./PurchaseDialog.tsx";

export function PlanCard({ plan, plans }: { plan: Plan; plans: readonly Plan[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const { expected } = plan;
  const isLoss = expected.resultCents < 0;
  const size = usdText(BigInt(Math.abs(expected.resultCents)));
  return (
    <article className="grid grid-rows-[auto_auto_1fr_auto] bg-surface" aria-label={plan.name}>
      <PlanHead plan={plan} />
      <PlanGauge
        resultCents={expected.resultCents}
        all={plans.map((one) => one.expected.resultCents)}
      />
      <div className="px-[22px] pt-2 pb-1 max-md:px-4">
        <PlanFigures plan={plan} />
        <ul className="grid gap-1 py-3 text-sm text-fg-2">
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-2 px-[22px] pt-1 pb-5 max-md:px-4">
        <Button
          isBlock
          variant={isLoss ? "default" : "primary"}
          disabledReason={plan.isOpen ? undefined : (plan.closedReason ?? texts.closed)}
          aria-label={`${texts.purchase}: ${plan.name}`}
          onClick={() => setIsOpen(true)}
        >
          {texts.purchase}
        </Button>
        {plan.isOpen ? (
          <p className="text-xs text-fg-2">
            {isLoss ? texts.reasonLoss(size) : texts.reasonGain(size)}
          </p>
        ) : null}
      </div>
      {isOpen ? <PurchaseDialog plan={plan} onClose={() => setIsOpen(false)} /> : null}
    </article>
  );
}

function PlanHead({ plan }: { plan: Plan }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-0.5 px-[22px] pt-[18px] pb-4 max-md:px-4">
      <h2 className="text-[1.125rem] leading-6 font-semibold tracking-[-0.012em]">{plan.name}</h2>
      <span className="text-right text-[1.125rem] font-[550]">{priceText(plan.priceCents)}</span>
      <p className="text-sm text-fg-2">
        {hashRateText(plan.hashRateThs)} · {plan.powerKw} kW
      </p>
      <p className="text-right text-sm text-fg-2">{texts.days(plan.durationDays)}</p>
    </div>
  );
}

function PlanFigures({ plan }: { plan: Plan }) {
  const { expected } = plan;
  return (
    <KeyValues>
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
          ? "never"
          : `${usdPerBtcText(expected.breakEvenUsdPerBtc)} USD/BTC`}
      </KeyValue>
      <KeyValue label={texts.orDifficulty}>
        {expected.breakEvenDifficulty === null
          ? "never"
          : difficultyText(expected.breakEvenDifficulty)}
      </KeyValue>
    </KeyValues>
  );
}

/** `$1999`: as the plans are announced; cents only when there are some. */
function priceText(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}
