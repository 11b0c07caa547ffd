/**
 * Expected earnings of each plan, calculated before a purchase, and three facts about the mining
 * service.
 */
import { formatScaled } from "#economics";
import { BTC_DECIMALS } from "#money";
import { paths } from "../ui/navigation/paths.ts";
import { Amount, Usd } from "../ui/figures/Amount.tsx";
import { groupedText, wholeText } from "../ui/preferences/number-marks.ts";
import { decimalText, hashRateText } from "../ui/amounts/number-format.ts";
import { Panel } from "../ui/layout/Panel.tsx";
import { Cell, Table } from "../ui/layout/Table.tsx";
import { Tag } from "../ui/layout/Tag.tsx";
import {
  largestResult,
  usePlanResults,
  type PlanResult,
  type PlanResults,
} from "./plan-results.ts";
import { useReplayedPlans } from "./replayed-plans.ts";
import { Section, Three } from "./Section.tsx";

const COLUMNS = [
  "Plan",
  "Hash rate",
  { label: "You pay, USD", isNumber: true },
  { label: "Earns, BTC", isNumber: true },
  { label: "Worth, USD", isNumber: true },
  "Against the floor",
  { label: "Expected result, USD", isNumber: true },
  { label: "Breaks even at, USD/BTC", isNumber: true },
] as const;

const PROMISES = [
  {
    title: "High-performance ASIC mining",
    text: "Rent hash rate by contract. What it earns follows from hash rate, difficulty and reward, second by second, and every payout names its inputs.",
  },
  {
    title: "Instant setup",
    text: "A contract runs from the moment it is paid. The faucet sends you test coins to pay it with, in a transaction you can follow.",
  },
  {
    title: "Secure infrastructure",
    text: "Every movement is a double entry that the database refuses to unbalance. Withdrawals need a code, and keys stay with a separate signer.",
  },
];

export function MiningSection() {
  const results = usePlanResults();
  const { plans, rateUsdPerBtc, difficulty } = results;
  const largest = largestResult(plans);
  const losing = plans.filter((plan) => plan.expected.resultCents < 0).length;
  const inputs = `${decimalText(rateUsdPerBtc, 0)} USD per BTC and a network difficulty of ${Number(difficulty) / 1e12} T`;
  return (
    <Section
      id="mining"
      title="What each mining plan would really earn"
      lead={`30 days at ${inputs}, power included. ${losing} of ${plans.length} lose money. You see this before you buy, not after.`}
    >
      <Panel
        isFlush
        foot={
          <>
            <Tag kind="sample">Modelled</Tag> BTC per day = hash rate × 86,400 ×{" "}
            {rewardText(results)} ÷ (difficulty × 2<sup>32</sup>). Expected value at the reference
            values, not a promise.
          </>
        }
      >
        <Table
          shape="stack"
          columns={COLUMNS}
          caption="Expected result of each plan after 30 days"
          className="md:[&_td]:h-16 md:[&_td]:text-md [&_:is(td,th):nth-child(6)]:pl-10 [&_:is(td,th):nth-child(6)]:max-xl:hidden [&_:is(td,th):nth-child(4)]:md:max-lg:hidden [&_:is(td,th):nth-child(5)]:md:max-lg:hidden"
        >
          {plans.map((plan) => (
            <PlanRow key={plan.name} plan={plan} largest={largest} />
          ))}
        </Table>
      </Panel>
      <Replayed />
      <Three items={PROMISES} />
    </Section>
  );
}

/** `3.125`, or `(3.125 + 0.05) × (1 − 1.5 %)` with block fees and a pool fee. */
function rewardText({ subsidySats, feesSats, poolFeePercent }: PlanResults): string {
  const [subsidy, fees] = [subsidySats, feesSats].map((sats) =>
    groupedText(formatScaled(BigInt(sats), BTC_DECIMALS)),
  );
  const block = feesSats === 0 ? subsidy : `(${subsidy} + ${fees})`;
  const isFree = Number(poolFeePercent) === 0;
  return isFree ? `${block}` : `${block} × (1 \u2212 ${digitsText(poolFeePercent)} %)`;
}

/** Removes trailing zeros. */
function digitsText(decimal: string): string {
  return groupedText(decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal);
}

/** Share of starting days since 2013 on which each plan would have paid back. */
function Replayed() {
  const plans = useReplayedPlans();
  const [first] = plans;
  return (
    <div className="mt-4 flex flex-wrap items-baseline gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-5 py-4 max-md:px-4">
      <p className="text-sm text-fg-2">
        Starting days since 2013 on which the same terms would have paid back, of{" "}
        {first !== undefined && wholeText(first.replayed.startingDays)}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {plans.map(({ name, replayed }) => (
          <div key={name} className="flex items-baseline gap-2.5">
            <dt className="text-sm text-fg-2">{name}</dt>
            <dd className="text-md font-[550]">{replayed.share} %</dd>
          </div>
        ))}
      </dl>
      <a href={paths.timeMachine.to} className="reach text-sm font-[550] md:ml-auto">
        Open the time machine
      </a>
    </div>
  );
}

function PlanRow({ plan, largest }: { plan: PlanResult; largest: number }) {
  const { expected } = plan;
  return (
    <tr>
      <Cell className="lead font-semibold">{plan.name}</Cell>
      <Cell label="Hash rate">{hashRateText(plan.hashRateThs)}</Cell>
      <Cell label="You pay, USD" className="num">
        <Usd cents={plan.priceCents} hasUnit={false} />
      </Cell>
      <Cell label="Earns, BTC" className="num">
        <Amount sats={expected.earnsSats} unit="BTC" hasUnit={false} />
      </Cell>
      <Cell label="Worth, USD" className="num">
        <Usd cents={expected.earnsCents} hasUnit={false} />
      </Cell>
      <Cell>
        <FloorBar share={expected.resultCents / largest} />
      </Cell>
      <Cell label="Expected result, USD" className="num">
        <Usd
          cents={expected.resultCents}
          isResult
          hasUnit={false}
          className="text-[1.375rem] font-[550] tracking-[-0.02em]"
        />
      </Cell>
      <Cell label="Breaks even at, USD/BTC" className="num">
        {expected.breakEvenUsdPerBtc === null
          ? "never"
          : decimalText(expected.breakEvenUsdPerBtc, 2)}
      </Cell>
    </tr>
  );
}

/** `share` from -1 to 1: distance of the result from the break-even line in the middle. */
function FloorBar({ share }: { share: number }) {
  const width = Math.abs(share) * 43.2;
  return (
    <svg
      className="h-3.5 w-[150px] overflow-visible"
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect
        x={share < 0 ? 50 - width : 50}
        y="3"
        width={width}
        height="8"
        className={share < 0 ? "fill-down" : "fill-up"}
      />
      <path
        d="M50 0V14"
        className="stroke-accent-line"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
