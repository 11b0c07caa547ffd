/**
 * Draws the plans' expected profit or loss as bars: losses below the break-even line, gains above
 * it.
 */
import { Usd } from "../ui/figures/Amount.tsx";
import { resultsTexts as texts } from "./strings.ts";
import { pixelsPerCent, usePlanResults, type PlanResult } from "./plan-results.ts";

export function HangingResults() {
  const { plans } = usePlanResults();
  const scale = pixelsPerCent(plans);
  return (
    <ul
      className="relative grid grid-cols-3 gap-x-7 max-wide:-order-1 max-md:gap-x-3.5"
      aria-label={texts.label}
    >
      <li
        className="absolute bottom-full left-0 mb-3 text-xs leading-none font-medium text-accent"
        aria-hidden
      >
        {texts.breakEven}
      </li>
      {plans.map((plan) => (
        <HangingResult
          key={plan.name}
          plan={plan}
          height={Math.round(Math.abs(plan.expected.resultCents) * scale)}
        />
      ))}
    </ul>
  );
}

function HangingResult({ plan, height }: { plan: PlanResult; height: number }) {
  const isLoss = plan.expected.resultCents < 0;
  return (
    <li className="relative">
      <svg
        className={
          isLoss
            ? "block w-full border border-t-0 border-down hatch-down"
            : "absolute bottom-[calc(100%+3px)] w-full border border-b-0 border-up hatch-up"
        }
        height={height}
        aria-hidden
      />
      <p className="pt-3 text-sm font-[550] max-md:text-xs">{plan.name}</p>
      <p className="text-[1.625rem] leading-8 font-[550] tracking-[-0.025em] max-md:text-[1.1875rem]">
        <Usd cents={plan.expected.resultCents} isResult hasUnit={false} />
      </p>
      <p className="mt-0.5 mb-2 text-xs text-fg-2">
        {texts.period}
        <br />
        {texts.price(plan.priceCents / 100)}
      </p>
    </li>
  );
}
