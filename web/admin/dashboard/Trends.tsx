/** The last 30 days as five small charts of one width, and the same as a table. */
import { btcText } from "../../ui/amounts/amount-format.ts";
import { ChartText, GridLine } from "../../ui/charts/ChartParts.tsx";
import { linear } from "../../ui/charts/scale.ts";
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

const SIZE = { width: 240, height: 92, top: 18, bottom: 72 };
const GAP_SHARE = 0.3;

function DayBars({ series, days }: { series: Series; days: readonly Day[] }) {
  const label = texts.charts[series];
  const values = days.map((day) => day[series]);
  const most = Math.max(...values, 1);
  const y = linear([0, most], [SIZE.bottom, SIZE.top]);
  const step = SIZE.width / Math.max(1, days.length);
  const today = valueText(series, values.at(-1) ?? 0);
  const from = days[0]?.day ?? "";
  return (
    <figure className="grid min-w-0 gap-1">
      <figcaption className="flex items-baseline justify-between gap-2 text-xs">
        <span className="font-medium text-fg-2">{label}</span>
        <span className="font-medium">{today}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
        role="img"
        aria-label={texts.summary(label, from, valueText(series, Math.max(...values, 0)), today)}
        className="h-auto w-full overflow-visible"
      >
        <GridLine y={SIZE.bottom} right={SIZE.width} />
        {days.map(({ day }, index) => {
          const top = y(Math.max(0, values[index] ?? 0));
          return (
            <rect
              key={day}
              x={index * step}
              width={step * (1 - GAP_SHARE)}
              y={top}
              height={SIZE.bottom - top}
              className={index === days.length - 1 ? "fill-fg" : "fill-fg-3"}
            />
          );
        })}
        <ChartText x={0} y={SIZE.bottom + 15}>
          {dayText(from)}
        </ChartText>
        <ChartText x={SIZE.width} y={SIZE.bottom + 15} anchor="end">
          {texts.today}
        </ChartText>
      </svg>
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

/** As high as the charts, so that nothing moves when they come. */
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

/** `8 Nov`, the UTC day. */
function dayText(day: string): string {
  return day === "" ? "" : utcDayText(new Date(day));
}
