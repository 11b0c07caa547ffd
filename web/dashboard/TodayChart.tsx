/**
 * The day that runs, in UTC: payouts as they land, what is expected until midnight dashed, and a
 * day's share of what was paid as the floor.
 */
import { ChartFrame, ChartText, Floor, GridLine, type ChartSize } from "../charts/ChartParts.tsx";
import { linear, linePath } from "../charts/scale.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { useNow } from "../time/use-now.ts";
import { chartAmounts, useChartAmounts } from "../charts/chart-amounts.ts";
import { NARROW, WIDE } from "./chart-size.ts";
import { earnedToday, type EarnedToday, type Payout } from "./earned-today.ts";
import { dashboardTexts as texts } from "./strings.ts";

const MARK_PX = 5;
const LABEL_PX = 70;

export function TodayChart({ mining, payouts }: { mining: Mining; payouts: readonly Payout[] }) {
  const day = earnedToday(mining, payouts, useNow(10_000));
  return (
    <ChartFrame summary={summaryOf(day)} wide={WIDE} narrow={NARROW}>
      {(size) => <Drawing day={day} size={size} />}
    </ChartFrame>
  );
}

function Drawing({ day, size }: { day: EarnedToday; size: ChartSize }) {
  const amounts = useChartAmounts();
  const highest = Math.max(day.floorSats, day.expectedSats, 1);
  const y = linear([0, highest], [size.bottom, size.top]);
  const x = linear([day.startMs, day.endMs], [0, size.right]);
  const now = { x: x(day.nowMs), y: y(day.earnedSats) };
  const end = { x: size.right, y: y(day.expectedSats) };
  const isOutside = size.right < size.width;
  return (
    <>
      {amounts.ticks(highest * 0.9).map(({ sats, text }) => (
        <g key={sats}>
          <GridLine y={y(sats)} right={size.right} />
          <ChartText x={0} y={y(sats) - 5}>
            {text}
          </ChartText>
        </g>
      ))}
      {day.floorSats === 0 ? null : (
        <Floor
          y={y(day.floorSats)}
          right={size.right}
          label={texts.dayFloor(amounts.text(day.floorSats))}
        />
      )}
      {day.landedMs.map((at) => (
        <line
          key={at}
          x1={x(at)}
          x2={x(at)}
          y1={size.bottom}
          y2={size.bottom - MARK_PX}
          className="stroke-fg-3"
        />
      ))}
      <path
        className="fill-none stroke-ref"
        strokeWidth={1.25}
        strokeDasharray="3 3"
        d={linePath([now, end])}
      />
      <path
        className="fill-none stroke-fg"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        d={linePath(day.earned.map(({ atMs, sats }) => ({ x: x(atMs), y: y(sats) })))}
      />
      <circle cx={now.x} cy={now.y} r={4} strokeWidth={2} className="fill-fg stroke-surface" />
      <ChartText
        x={isOutside ? end.x + 10 : end.x}
        y={isOutside ? end.y + 4 : end.y - 10}
        anchor={isOutside ? "start" : "end"}
        look="strong"
      >
        {amounts.text(day.expectedSats)}
      </ChartText>
      <Hours size={size} nowX={now.x} />
    </>
  );
}

function Hours({ size, nowX }: { size: ChartSize; nowX: number }) {
  const y = size.bottom + 20;
  const isAtEdge = nowX < LABEL_PX || nowX > size.right - LABEL_PX;
  return (
    <>
      <ChartText x={0} y={y}>
        00:00 UTC
      </ChartText>
      {isAtEdge ? null : (
        <ChartText x={nowX} y={y} anchor="middle">
          now
        </ChartText>
      )}
      <ChartText x={size.right} y={y} anchor="end">
        24:00
      </ChartText>
    </>
  );
}

const btc = chartAmounts("BTC", undefined).text;

function summaryOf(day: EarnedToday): string {
  const floor =
    day.floorSats === 0 ? "" : ` A day's share of what was paid: ${btc(day.floorSats)} BTC.`;
  return `Earned today, UTC, ${btc(day.earnedSats)} BTC, expected ${btc(day.expectedSats)} BTC by midnight.${floor}`;
}
