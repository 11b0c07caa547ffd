/** Shows the expected earnings of each plan and three facts about the mining service. */
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
import { miningTexts as texts } from "./strings.ts";

const { columns } = texts;
const COLUMNS = [
  columns.plan,
  columns.hashRate,
  { label: columns.price, isNumber: true },
  { label: columns.earns, isNumber: true },
  { label: columns.worth, isNumber: true },
  columns.bar,
  { label: columns.result, isNumber: true },
  { label: columns.breakEven, isNumber: true },
] as const;

export function MiningSection() {
  const results = usePlanResults();
  const { plans, rateUsdPerBtc, difficulty } = results;
  const largest = largestResult(plans);
  const losing = plans.filter((plan) => plan.expected.resultCents < 0).length;
  return (
    <Section
      id="mining"
      title={texts.title}
      lead={texts.lead({
        rate: decimalText(rateUsdPerBtc, 0),
        difficulty: String(Number(difficulty) / 1e12),
        losing,
        plans: plans.length,
      })}
    >
      <Panel
        isFlush
        foot={
          <>
            <Tag kind="sample">{texts.modelled}</Tag> {texts.formula(rewardText(results))}
          </>
        }
      >
        <Table
          shape="stack"
          columns={COLUMNS}
          caption={texts.caption}
          className="md:[&_td]:h-16 md:[&_td]:text-md [&_:is(td,th):nth-child(6)]:pl-10 [&_:is(td,th):nth-child(6)]:max-xl:hidden [&_:is(td,th):nth-child(4)]:md:max-lg:hidden [&_:is(td,th):nth-child(5)]:md:max-lg:hidden"
        >
          {plans.map((plan) => (
            <PlanRow key={plan.name} plan={plan} largest={largest} />
          ))}
        </Table>
      </Panel>
      <Replayed />
      <Three items={texts.points} />
    </Section>
  );
}

/**
 * Formats the reward: `3.125`, or `(3.125 + 0.05) × (1 − 1.5 %)` with block fees and a pool fee.
 */
function rewardText({ subsidySats, feesSats, poolFeePercent }: PlanResults): string {
  const [subsidy, fees] = [subsidySats, feesSats].map((sats) =>
    groupedText(formatScaled(BigInt(sats), BTC_DECIMALS)),
  );
  const block = feesSats === 0 ? subsidy : `(${subsidy} + ${fees})`;
  const isFree = Number(poolFeePercent) === 0;
  return isFree ? `${block}` : `${block} × (1 \u2212 ${digitsText(poolFeePercent)} %)`;
}

function digitsText(decimal: string): string {
  return groupedText(decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal);
}

/** Shows the share of starting days since 2013 on which each plan would have paid back. */
function Replayed() {
  const plans = useReplayedPlans();
  const [first] = plans;
  return (
    <div className="mt-4 flex flex-wrap items-baseline gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-5 py-4 max-md:px-4">
      <p className="text-sm text-fg-2">
        {texts.replayed(first === undefined ? "" : wholeText(first.replayed.startingDays))}
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
        {texts.timeMachine}
      </a>
    </div>
  );
}

function PlanRow({ plan, largest }: { plan: PlanResult; largest: number }) {
  const { expected } = plan;
  return (
    <tr>
      <Cell className="lead font-semibold">{plan.name}</Cell>
      <Cell label={columns.hashRate}>{hashRateText(plan.hashRateThs)}</Cell>
      <Cell label={columns.price} className="num">
        <Usd cents={plan.priceCents} hasUnit={false} />
      </Cell>
      <Cell label={columns.earns} className="num">
        <Amount sats={expected.earnsSats} unit="BTC" hasUnit={false} />
      </Cell>
      <Cell label={columns.worth} className="num">
        <Usd cents={expected.earnsCents} hasUnit={false} />
      </Cell>
      <Cell>
        <FloorBar share={expected.resultCents / largest} />
      </Cell>
      <Cell label={columns.result} className="num">
        <Usd
          cents={expected.resultCents}
          isResult
          hasUnit={false}
          className="text-[1.375rem] font-[550] tracking-[-0.02em]"
        />
      </Cell>
      <Cell label={columns.breakEven} className="num">
        {expected.breakEvenUsdPerBtc === null
          ? texts.never
          : decimalText(expected.breakEvenUsdPerBtc, 2)}
      </Cell>
    </tr>
  );
}

/**
 * A bar for a profit or loss, which starts at the break-even line in the middle. `share` is from -1
 * to 1.
 */
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
