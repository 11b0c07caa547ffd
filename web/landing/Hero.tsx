/**
 * The headline stands on the floor; what the plans are expected to lose hangs from it, what they
 * gain stands on it.
 */
import { Link } from "@tanstack/react-router";
import { paths } from "../navigation/paths.ts";
import { Usd } from "../ui/Amount.tsx";
import { buttonClass } from "../ui/Button.tsx";
import { FloorLine } from "../ui/FloorLine.tsx";
import { pixelsPerCent, usePlanResults, type PlanResult } from "./plan-results.ts";
import { Wrap } from "./Section.tsx";

export function Hero() {
  return (
    <div>
      <Wrap>
        <h1 className="headline max-w-[11.6em] pt-19 pb-8.5 text-[2.875rem] leading-[0.94] tracking-[-0.035em] max-wide:pb-24 max-md:pt-10 md:text-(length:--text-hero)">
          See what it really returns before you risk anything.
        </h1>
      </Wrap>
      <FloorLine />
      <Wrap className="grid gap-x-12 wide:grid-cols-[minmax(0,1fr)_560px]">
        <div className="pt-8 pb-11 max-md:pt-7 max-md:pb-9">
          <p className="max-w-[34em] text-lg leading-[1.7rem] text-fg-2 max-md:text-md">
            Cloud mining, investing, staking and rigs of your own, with coins of Bitcoin's test
            networks; leveraged Forex is planned. Every payout and fee is worked out like the real
            thing, and every number can be checked.
          </p>
          <div className="mt-6.5 mb-3.5 flex gap-3 max-md:flex-col max-md:gap-1">
            <Link
              {...paths.register}
              className={buttonClass({ variant: "primary", size: "large" })}
            >
              Open a practice account
            </Link>
            <a className="self-center px-2 py-3 font-[550] underline" href="#mining">
              See the numbers first
            </a>
          </div>
          <p className="text-xs text-fg-2">
            The amber line is the floor: the point where you get back exactly what you paid.
          </p>
        </div>
        <HangingResults />
      </Wrap>
    </div>
  );
}

function HangingResults() {
  const { plans } = usePlanResults();
  const scale = pixelsPerCent(plans);
  return (
    <ul
      className="relative grid grid-cols-3 gap-x-7 max-wide:-order-1 max-md:gap-x-3.5"
      aria-label="Expected result of each mining plan after 30 days"
    >
      <li
        className="absolute bottom-full left-0 mb-3 text-xs leading-none font-medium text-accent"
        aria-hidden
      >
        break-even
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
        USD in 30 days
        <br />
        for ${plan.priceCents / 100}
      </p>
    </li>
  );
}
