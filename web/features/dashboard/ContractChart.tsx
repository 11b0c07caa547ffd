/**
 * Draws earnings until the end of the contract: earned so far, expected (dashed), and the price as
 * the break-even line.
 */
import { AxisLabels, ChartText, Grid } from "../../ui/charts/labels.tsx";
import { Band, BreakEven, Dot, Line } from "../../ui/charts/marks.tsx";
import { Plot, usePlot } from "../../ui/charts/Plot.tsx";
import { endLabelY } from "../../ui/charts/scale.ts";
import { useReferenceRate } from "../../ui/preferences/unit.ts";
import { otherUnits } from "../../ui/amounts/amount-format.ts";
import { chartAmounts, useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { NARROW, WIDE } from "./chart-size.ts";
import type { EarnedSeries } from "./earned-series.ts";
import { dashboardTexts as texts } from "./strings.ts";

const DAY_MS = 86_400_000;

export function ContractChart({ series }: { series: EarnedSeries }) {
  const { startMs, nowMs, endMs, paidSats, earned, expectedSats, lowSats, highSats } = series;
  const amounts = useChartAmounts();
  const highest = Math.max(paidSats, highSats, 1);
  // If rigs are expected to cost more than they earn, the line ends below zero.
  const lowest = Math.min(0, expectedSats, lowSats, highSats);
  const now = { x: nowMs, y: series.earnedSats };
  return (
    <Plot
      summary={summaryOf(series)}
      wide={WIDE}
      narrow={NARROW}
      x={[startMs, endMs]}
      y={[lowest, highest]}
    >
      {({ size, x }) => (
        <>
          <Grid side="left" ticks={amounts.ticks(highest * 0.9)} breakEven={paidSats} />
          <line x1={x(nowMs)} x2={x(nowMs)} y1={6} y2={size.bottom} className="stroke-line" />
          <BreakEven at={paidSats} label={texts.breakEvenPaid(amounts.text(paidSats))} />
          <Band upper={[now, { x: endMs, y: highSats }]} lower={[now, { x: endMs, y: lowSats }]} />
          <Line look="expected" points={[now, { x: endMs, y: expectedSats }]} />
          <Line
            look="own"
            strokeLinecap="round"
            points={earned.map(({ atMs, sats }) => ({ x: atMs, y: sats }))}
          />
          <Dot {...now} />
          <AxisLabels
            start={x(nowMs) < 60 ? texts.chartToday : texts.chartDay(0)}
            middle={
              x(nowMs) < 60 || x(nowMs) > size.right - 70 ? undefined : [x(nowMs), texts.chartToday]
            }
            end={texts.chartDay(Math.round((endMs - startMs) / DAY_MS))}
          />
          <Gap series={series} />
        </>
      )}
    </Plot>
  );
}

/**
 * Shows the expected profit or loss as the distance to the break-even line. The label is to the
 * right of the chart if there is enough space.
 */
function Gap({ series }: { series: EarnedSeries }) {
  const { size, y } = usePlot();
  const centsPerBtc = useReferenceRate();
  const amounts = useChartAmounts();
  const gap = Math.round(series.expectedSats) - series.paidSats;
  const look = gap < 0 ? "down" : "up";
  const end = amounts.text(series.expectedSats);
  const [paidY, expectedY] = [y(series.paidSats), y(series.expectedSats)];
  if (size.right === size.width) {
    return (
      <ChartText
        x={size.right}
        y={endLabelY(expectedY, paidY)}
        anchor="end"
        look="strong"
        text={end}
      />
    );
  }
  const high = Math.min(paidY, expectedY);
  const low = Math.max(paidY, expectedY);
  const textX = size.right + 16;
  const other = chartAmounts(amounts.unit === "USD" ? "BTC" : "USD", centsPerBtc);
  const middle = Math.max((high + low) / 2, high + 4);
  const valuePlace = gap < 0 ? Math.max(low + 14, middle + 30) : Math.min(high - 4, middle - 18);
  return (
    <>
      <path
        d={`M${size.right + 3} ${high}h6m-3 0V${low}m-3 0h6`}
        className={gap < 0 ? "fill-none stroke-down" : "fill-none stroke-up"}
        strokeWidth={1.5}
      />
      <ChartText x={textX} y={middle} look={look} text={amounts.text(gap, true)} />
      {centsPerBtc === undefined ? null : (
        <ChartText x={textX} y={middle + 15} text={other.text(gap, true)} />
      )}
      <ChartText x={textX} y={valuePlace} look="strong" text={end} />
    </>
  );
}

const btc = chartAmounts("BTC", undefined).text;

function summaryOf(series: EarnedSeries): string {
  const expected = BigInt(Math.round(series.expectedSats));
  return texts.contractSummary(
    btc(series.earnedSats),
    btc(series.expectedSats),
    btc(series.paidSats),
    otherUnits(expected, "BTC", undefined),
  );
}
