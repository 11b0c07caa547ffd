/**
 * To the end of the contract: own earnings in ink, the expectation in dashed steel, the floor is
 * what was paid.
 */
import {
  ChartFrame,
  ChartText,
  Floor,
  GridLine,
  type ChartSize,
} from "../../ui/charts/ChartParts.tsx";
import { bandPath, endLabelY, hasRoomAtFloor, linear, linePath } from "../../ui/charts/scale.ts";
import { useReferenceRate } from "../../ui/preferences/unit.ts";
import { otherUnits } from "../../ui/amounts/amount-format.ts";
import { chartAmounts, useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { NARROW, WIDE } from "./chart-size.ts";
import type { EarnedSeries } from "./earned-series.ts";

const DAY_MS = 86_400_000;

export function ContractChart({ series }: { series: EarnedSeries }) {
  return (
    <ChartFrame summary={summaryOf(series)} wide={WIDE} narrow={NARROW}>
      {(size) => <Drawing series={series} size={size} />}
    </ChartFrame>
  );
}

function Drawing({ series, size }: { series: EarnedSeries; size: ChartSize }) {
  const amounts = useChartAmounts();
  const highest = Math.max(series.paidSats, series.highSats, 1);
  // Rigs may be expected to cost more than they earn: the line then ends below zero.
  const lowest = Math.min(0, series.expectedSats, series.lowSats, series.highSats);
  const y = linear([lowest, highest], [size.bottom, size.top]);
  const x = linear([series.startMs, series.endMs], [0, size.right]);
  const now = { x: x(series.nowMs), y: y(series.earnedSats) };
  const end = size.right;
  return (
    <>
      {amounts.ticks(highest * 0.9).map(({ sats, text }) => (
        <g key={sats}>
          <GridLine y={y(sats)} right={end} />
          {hasRoomAtFloor(y(sats), y(series.paidSats)) ? (
            <ChartText x={0} y={y(sats) - 5}>
              {text}
            </ChartText>
          ) : null}
        </g>
      ))}
      <line x1={now.x} x2={now.x} y1={6} y2={size.bottom} className="stroke-line" />
      <Floor
        y={y(series.paidSats)}
        right={end}
        label={`the floor: paid ${amounts.text(series.paidSats)}`}
      />
      <path
        className="fill-band"
        d={bandPath(
          [now, { x: end, y: y(series.highSats) }],
          [now, { x: end, y: y(series.lowSats) }],
        )}
      />
      <path
        className="fill-none stroke-ref"
        strokeWidth={1.25}
        strokeDasharray="3 3"
        d={linePath([now, { x: end, y: y(series.expectedSats) }])}
      />
      <path
        className="fill-none stroke-fg"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        d={linePath(series.earned.map(({ atMs, sats }) => ({ x: x(atMs), y: y(sats) })))}
      />
      <circle cx={now.x} cy={now.y} r={4} strokeWidth={2} className="fill-fg stroke-surface" />
      <Days series={series} size={size} nowX={now.x} />
      <Gap series={series} size={size} y={y} />
    </>
  );
}

function Days(props: { series: EarnedSeries; size: ChartSize; nowX: number }) {
  const { series, size, nowX } = props;
  const days = Math.round((series.endMs - series.startMs) / DAY_MS);
  const y = size.bottom + 20;
  const isAtEdge = nowX < 60 || nowX > size.right - 70;
  return (
    <>
      <ChartText x={0} y={y}>
        {nowX < 60 ? "today" : "day 0"}
      </ChartText>
      {isAtEdge ? null : (
        <ChartText x={nowX} y={y} anchor="middle">
          today
        </ChartText>
      )}
      <ChartText x={size.right} y={y} anchor="end">
        day {days}
      </ChartText>
    </>
  );
}

/**
 * What is missing to the floor, or stands above it, at the end; beside the line where there is
 * room.
 */
function Gap(props: { series: EarnedSeries; size: ChartSize; y: (sats: number) => number }) {
  const { series, size, y } = props;
  const centsPerBtc = useReferenceRate();
  const amounts = useChartAmounts();
  const gap = Math.round(series.expectedSats) - series.paidSats;
  const look = gap < 0 ? "down" : "up";
  const end = amounts.text(series.expectedSats);
  if (size.right === size.width) {
    const place = endLabelY(y(series.expectedSats), y(series.paidSats));
    return (
      <ChartText x={size.right} y={place} anchor="end" look="strong">
        {end}
      </ChartText>
    );
  }
  const high = Math.min(y(series.paidSats), y(series.expectedSats));
  const low = Math.max(y(series.paidSats), y(series.expectedSats));
  const left = size.right + 16;
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
      <ChartText x={left} y={middle} look={look}>
        {amounts.text(gap, true)}
      </ChartText>
      {centsPerBtc === undefined ? null : (
        <ChartText x={left} y={middle + 15}>
          {other.text(gap, true)}
        </ChartText>
      )}
      <ChartText x={left} y={valuePlace} look="strong">
        {end}
      </ChartText>
    </>
  );
}

const btc = chartAmounts("BTC", undefined).text;

function summaryOf(series: EarnedSeries): string {
  const expected = BigInt(Math.round(series.expectedSats));
  return `Earned so far ${btc(series.earnedSats)} BTC, expected ${btc(series.expectedSats)} BTC at the end; paid ${btc(series.paidSats)} BTC. ${otherUnits(expected, "BTC", undefined)} expected.`;
}
