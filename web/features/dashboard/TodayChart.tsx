/**
 * Draws the current UTC day: payouts as they arrive, a dashed line to the earnings expected by
 * midnight, and the day's cost as the break-even line.
 */
import { AxisLabels, ChartText, EndValues, Grid } from "../../ui/charts/labels.tsx";
import { BreakEven, Dot, Line } from "../../ui/charts/marks.tsx";
import { Plot } from "../../ui/charts/Plot.tsx";
import { endLabelY } from "../../ui/charts/scale.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { chartAmounts, useChartAmounts, type ChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { NARROW, WIDE } from "./chart-size.ts";
import { earnedToday, type EarnedToday, type Payout } from "./earned-today.ts";
import { dashboardTexts as texts } from "./strings.ts";
import { todayTexts } from "./today-texts.ts";

const MARK_PX = 5;
const LABEL_PX = 70;

export function TodayChart({ mining, payouts }: { mining: Mining; payouts: readonly Payout[] }) {
  const day = earnedToday(mining, payouts, useNow(10_000));
  const amounts = useChartAmounts();
  const breakEven = todayTexts(day, amounts.text).floor;
  const highest = Math.max(day.floorSats, day.expectedSats, 1);
  const now = { x: day.nowMs, y: day.earnedSats };
  const end = {
    value: day.expectedSats,
    text: amounts.text(day.expectedSats),
    look: "strong",
  } as const;
  return (
    <>
      <Plot
        summary={todayTexts(day, withUnit(chartAmounts("BTC", undefined))).summary}
        wide={WIDE}
        narrow={NARROW}
        x={[day.startMs, day.endMs]}
        y={[0, highest]}
      >
        {({ size, x, y }) => (
          <>
            <Grid
              side="left"
              ticks={amounts.ticks(highest * 0.9)}
              breakEven={breakEven === undefined ? undefined : day.floorSats}
            />
            {breakEven === undefined ? null : <BreakEven at={day.floorSats} label={breakEven} />}
            {day.landedMs.map((at) => (
              <path key={at} d={`M${x(at)} ${size.bottom}v${-MARK_PX}`} className="stroke-fg-3" />
            ))}
            <Line look="expected" points={[now, { x: day.endMs, y: day.expectedSats }]} />
            <Line
              look="own"
              strokeLinecap="round"
              points={day.earned.map(({ atMs, sats }) => ({ x: atMs, y: sats }))}
            />
            <Dot {...now} />
            {size.right < size.width ? (
              <EndValues gap={10} values={[end]} />
            ) : (
              <ChartText
                x={size.right}
                y={endLabelY(y(end.value), y(day.floorSats))}
                anchor="end"
                look="strong"
                text={end.text}
              />
            )}
            <AxisLabels
              start="00:00 UTC"
              middle={isAtEdge(x(now.x), size.right) ? undefined : [x(now.x), texts.chartNow]}
              end="24:00"
            />
          </>
        )}
      </Plot>
      <Standing day={day} />
    </>
  );
}

/** Hidden from screen readers, which read the same sentence in the chart's summary. */
function Standing({ day }: { day: EarnedToday }) {
  const { standing } = todayTexts(day, withUnit(useChartAmounts()));
  return standing === undefined ? null : (
    <p aria-hidden="true" className="mt-3 text-xs text-fg-2">
      {standing}
    </p>
  );
}

function withUnit(amounts: ChartAmounts): (sats: number) => string {
  return (sats) => amounts.text(sats) + (amounts.unit === "BTC" ? " BTC" : "");
}

function isAtEdge(x: number, right: number): boolean {
  return x < LABEL_PX || x > right - LABEL_PX;
}
