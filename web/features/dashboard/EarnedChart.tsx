/**
 * The panel "Earned against paid": total earnings and the running accrual above a chart of today or
 * of the whole contract.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { Legend, LegendEntry } from "../../ui/charts/Legend.tsx";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { Working } from "../mining/reference/Working.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { ContractChart } from "./ContractChart.tsx";
import { earnedSeries, type EarnedSeries } from "./earned-series.ts";
import { OwnWorking } from "./OwnWorking.tsx";
import { dashboardTexts as texts } from "./strings.ts";
import { TodayChart } from "./TodayChart.tsx";
import { accruedNanosats, type Payout } from "./earned-today.ts";

const MILLISATS = 1_000_000n;

/**
 * Shows the accrual until the next payout, updated every second. The dashed underline indicates
 * that it is not paid yet.
 */
function Accruing(props: { mining: Mining; payouts: readonly Payout[] | undefined }) {
  const now = useNow(1000);
  if (!props.mining.isMining || props.payouts === undefined) return null;
  const millisats = accruedNanosats(props.mining, props.payouts, now) / MILLISATS;
  const sats = `${millisats / 1000n}.${String(millisats % 1000n).padStart(3, "0")}`;
  return (
    <span className="border-b border-dashed border-line-control text-sm whitespace-nowrap text-fg-2">
      {texts.accruing(sats)}
    </span>
  );
}

type View = "today" | "contract";

const VIEWS = [
  { value: "today", label: texts.viewToday },
  { value: "contract", label: texts.viewContract },
] as const;
const PAYOUTS = 20;
/**
 * If less than this share of the expected earnings is earned, the contract view would look flat, so
 * the view "Today" is shown first.
 */
const FIRST_STEPS = 0.05;

export function EarnedChart({ mining }: { mining: Mining }) {
  const series = earnedSeries(mining, useNow(60_000));
  const [chosen, setChosen] = useState<View>();
  const view = chosen ?? (series === undefined ? "contract" : firstView(series));
  const names = new Set(
    mining.contracts.filter(({ state }) => state === "running").map(({ name }) => name),
  );
  return (
    <Panel
      title={texts.chart}
      isFlush={series === undefined}
      tags={
        <span className="flex gap-2 max-md:hidden">
          {[...names].map((name) => (
            <Tag key={name}>{name}</Tag>
          ))}
        </span>
      }
      end={
        <Working reference={mining.reference}>
          <OwnWorking mining={mining} />
        </Working>
      }
      foot={
        series === undefined ? undefined : (
          <Legend>
            <LegendEntry kind="own">{texts.earned}</LegendEntry>
            <LegendEntry kind="expected">
              {view === "today" ? texts.expectedToday : texts.expectedTo}
            </LegendEntry>
            {view === "today" ? null : (
              <LegendEntry kind="band">{texts.difficultyBand}</LegendEntry>
            )}
            <LegendEntry kind="breakEven">
              {view === "today" ? texts.paidShare : texts.paid}
            </LegendEntry>
          </Legend>
        )
      }
    >
      {series === undefined ? (
        <Empty
          title={texts.chartEmptyTitle}
          action={
            <Link {...paths.purchasePower} className={buttonClass()}>
              {texts.choosePlan}
            </Link>
          }
        >
          {texts.chartEmpty}
        </Empty>
      ) : (
        <Views mining={mining} series={series} view={view} onView={setChosen} />
      )}
    </Panel>
  );
}

function firstView({ earnedSats, expectedSats }: EarnedSeries): View {
  return earnedSats < expectedSats * FIRST_STEPS ? "today" : "contract";
}

function Views(props: {
  mining: Mining;
  series: EarnedSeries;
  view: View;
  onView: (view: View) => void;
}) {
  const { mining, view } = props;
  const payouts = useQuery(apiQuery("listStatements", { query: { limit: PAYOUTS } }));
  const items = payouts.data?.items;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="w-full text-xs font-medium text-fg-2">{texts.sinceStart}</span>
          <span className="text-xl leading-8 font-[550] tracking-[-0.02em]">
            <Amount sats={mining.earnedTotalSats} />
          </span>
          <Accruing mining={mining} payouts={items} />
        </p>
        <Segments label={texts.view} value={view} onChange={props.onView} options={VIEWS} />
      </div>
      {view === "contract" ? (
        <ContractChart series={props.series} />
      ) : (
        <TodayChart mining={mining} payouts={items ?? []} />
      )}
    </>
  );
}
