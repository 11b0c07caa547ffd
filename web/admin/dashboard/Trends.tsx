/** Shows the last 30 days as five small charts of equal width and as a table. */
import { btcText } from "../../ui/amounts/amount-format.ts";
import { AxisLabels, GridLine } from "../../ui/charts/labels.tsx";
import { Bars } from "../../ui/charts/marks.tsx";
import { Plot } from "../../ui/charts/Plot.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { utcDayText } from "../../ui/time/time-text.ts";
import { Fold } from "../../ui/layout/Fold.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Skeleton } from "../../ui/loading/Skeleton.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { runningTexts, trendTexts as texts } from "./strings.ts";
import { useTrends, type Day } from "./trends.ts";

type Series = keyof typeof texts.charts;

const SERIES = ["newUsers", "balanceSats", "paidMiners", "depositedSats", "withdrawnSats"] as const;
const GRID = "grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-5";

export function Trends() {
  const trends = useTrends();
  const days = trends.data?.days;
  const signUps = days?.reduce((sum, { newUsers }) => sum + newUsers, 0);
  return (
    <Fold
      title={texts.title}
      foot={texts.foot}
      fact={
        days === undefined || signUps === undefined
          ? undefined
          : runningTexts.trends(wholeText(signUps), days.length)
      }
    >
      <Loaded query={trends} skeleton={<Waiting />}>
        {({ days: shown }) => (
          <div className="grid gap-4">
            <div className={GRID}>
              {SERIES.map((series) => (
                <DayBars key={series} series={series} days={shown} />
              ))}
            </div>
            <Days days={shown} />
          </div>
        )}
      </Loaded>
    </Fold>
  );
}

const SIZE = { width: 240, height: 92, right: 240, top: 18, bottom: 72 };
const GAP_SHARE = 0.3;

function DayBars({ series, days }: { series: Series; days: readonly Day[] }) {
  const label = texts.charts[series];
  const values = days.map((day) => day[series]);
  const most = Math.max(...values, 1);
  const today = valueText(series, values.at(-1) ?? 0);
  const from = days[0]?.day ?? "";
  return (
    <figure className="grid min-w-0 gap-1">
      <figcaption className="flex items-baseline justify-between gap-2 text-xs">
        <span className="font-medium text-fg-2">{label}</span>
        <span className="font-medium">{today}</span>
      </figcaption>
      <Plot
        summary={texts.summary(label, from, valueText(series, Math.max(...values, 0)), today)}
        wide={SIZE}
        x={[0, days.length]}
        y={[0, most]}
      >
        {({ x }) => (
          <>
            <GridLine at={0} />
            <Bars
              bars={days.map((day) => ({ key: day.day, value: Math.max(0, day[series]) }))}
              slot={x(1)}
              width={x(1) * (1 - GAP_SHARE)}
              areOthersQuiet
            />
            <AxisLabels start={dayText(from)} end={texts.today} below={15} />
          </>
        )}
      </Plot>
    </figure>
  );
}

function Days({ days }: { days: readonly Day[] }) {
  return (
    <details className="text-sm">
      <summary className="reach cursor-pointer text-fg-2">{texts.table}</summary>
      <Table
        shape="duo"
        isDense
        caption={texts.title}
        columns={[
          texts.day,
          ...SERIES.map((series) => ({ label: texts.charts[series], isNumber: true })),
        ]}
      >
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <Cell className="lead">{day.day}</Cell>
            {SERIES.map((series) => (
              <Cell key={series} label={texts.charts[series]} className="num full">
                {valueText(series, day[series])}
              </Cell>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  );
}

/**
 * Placeholder with the same height as the charts, so that the layout does not shift when the charts
 * are loaded.
 */
function Waiting() {
  return (
    <div className={GRID}>
      {SERIES.map((series) => (
        <div key={series} className="grid gap-1">
          <span className="text-xs font-medium text-fg-2">{texts.charts[series]}</span>
          <Skeleton className="aspect-[240/92] w-full" />
        </div>
      ))}
    </div>
  );
}

function valueText(series: Series, value: number): string {
  if (!series.endsWith("Sats")) return wholeText(value);
  const sign = value < 0 ? "−" : "";
  return sign + btcText(Math.abs(value));
}

/** Formats a UTC day, such as `8 Nov`. */
function dayText(day: string): string {
  return day === "" ? "" : utcDayText(new Date(day));
}
