/** Compares earnings (bars) with the expected yield (dashes) for each step of the series. */
import { AxisLabels, Grid } from "../../ui/charts/labels.tsx";
import { Legend, LegendEntry } from "../../ui/charts/Legend.tsx";
import { Levels, SlotBars } from "../../ui/charts/marks.tsx";
import { Plot, type PlotSize } from "../../ui/charts/Plot.tsx";
import { useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { useReferenceRate, useUnit } from "../../ui/preferences/unit.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { amountText } from "../../ui/amounts/amount-format.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { Analytics } from "./report.ts";
import { dayText } from "./day-text.ts";
import { analyticsTexts as texts } from "./strings.ts";

type Series = Analytics["series"];

/** Maximum bar width in pixels, for accounts that have mined for only a few days. */
const SLOT_MAX_PX = 16;
/** Minimum width in pixels for the first and last day labels to fit side by side. */
const LABELS_PX = 200;

const WIDE: PlotSize = { width: 1180, height: 220, right: 1090, top: 16, bottom: 192 };
const NARROW: PlotSize = { width: 312, height: 220, right: 232, top: 16, bottom: 192 };

export function MiningYield({ analytics }: { analytics: Analytics }) {
  const { mining, series } = analytics;
  const unit = useUnit();
  const centsPerBtc = useReferenceRate();
  const isEmpty = mining.expectedSats === 0 && mining.minedSats === 0;
  const textOf = (sats: number) => {
    const text = amountText(BigInt(Math.round(sats)), unit, { centsPerBtc });
    return `${text.sign}${text.zeros}${text.digits}`;
  };
  return (
    <Panel
      title={texts.mining}
      end={
        isEmpty ? undefined : (
          <span className="text-xs text-fg-2">
            {texts.earned} <Amount sats={mining.minedSats} className="font-medium text-fg" />{" "}
            {texts.ofExpected} <Amount sats={mining.expectedSats} /> {texts.expectedEnd}
          </span>
        )
      }
      foot={
        isEmpty ? undefined : (
          <div className="grid gap-1.5">
            <Legend>
              <LegendEntry kind="own">{texts.earned}</LegendEntry>
              <LegendEntry kind="expected">{texts.expected}</LegendEntry>
            </Legend>
            <span>
              {texts.miningNote} {analytics.stepDays > 1 ? texts.weekBars : ""}
            </span>
          </div>
        )
      }
    >
      {isEmpty ? (
        <p className="text-sm text-fg-2">{texts.noMining}</p>
      ) : (
        <Course
          series={sinceMining(series)}
          summary={texts.miningSummary(
            texts.period(dayText(analytics.from), dayText(analytics.to)),
            textOf(mining.minedSats),
            textOf(mining.expectedSats),
            unit,
          )}
        />
      )}
    </Panel>
  );
}

/** Drops the steps before the first expected or earned amount. */
function sinceMining(series: Series): Series {
  const first = series.findIndex((step) => step.minedSats !== 0 || step.expectedMinedSats !== 0);
  return series.slice(Math.max(0, first));
}

function Course({ series, summary }: { series: Series; summary: string }) {
  const values = series.flatMap((step) => [step.minedSats, step.expectedMinedSats]);
  const highest = Math.max(1, ...values);
  const ticks = useChartAmounts().ticks(highest, 3);
  return (
    <Plot summary={summary} wide={WIDE} narrow={NARROW} x={[0, series.length]} y={[0, highest]}>
      {({ x }) => {
        const slot = Math.min(SLOT_MAX_PX, x(1));
        const end = slot * series.length;
        return (
          <>
            <Grid side="right" ticks={ticks} />
            <SlotBars
              bars={series.map(({ date, minedSats }) => ({
                key: date,
                value: Math.max(0, minedSats),
              }))}
              slot={slot}
            />
            <Levels
              values={series.map((step) => step.expectedMinedSats || undefined)}
              slot={slot}
              dashes={slot > 8 ? "3 3" : undefined}
            />
            <AxisLabels
              start={dayText(series[0]?.date ?? "")}
              end={end < LABELS_PX ? undefined : dayText(series.at(-1)?.date ?? "")}
              endX={end}
            />
          </>
        );
      }}
    </Plot>
  );
}
