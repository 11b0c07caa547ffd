/**
 * The current UTC day: payouts as they arrive, a dashed line to the earnings expected by midnight,
 * and the day's cost as the break-even line.
 */
import {
  ChartFrame,
  ChartText,
  Floor,
  GridLine,
  type ChartSize,
} from "../../ui/charts/ChartParts.tsx";
import { endLabelY, hasRoomAtFloor, linear, linePath } from "../../ui/charts/scale.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { chartAmounts, useChartAmounts, type ChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { NARROW, WIDE } from "./chart-size.ts";
import { earnedToday, type EarnedToday, type Payout } from "./earned-today.ts";
import { todayTexts } from "./today-texts.ts";

const MARK_PX = 5;
const LABEL_PX = 70;

export function TodayChart({ mining, payouts }: { mining: Mining; payouts: readonly Payout[] }) {
  const day = earnedToday(mining, payouts, useNow(10_000));
  return (
    <>
      <ChartFrame
        summary={todayTexts(day, withUnit(chartAmounts("BTC", undefined))).summary}
        wide={WIDE}
        narrow={NARROW}
      >
        {(size) => <Drawing day={day} size={size} />}
      </ChartFrame>
      <Standing day={day} />
    </>
  );
}

/** Hidden from screen readers, which read the same sentence as the chart's summary. */
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

function Drawing({ day, size }: { day: EarnedToday; size: ChartSize }) {
  const amounts = useChartAmounts();
  const floor = todayTexts(day, amounts.text).floor;
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
          {floor !== undefined && !hasRoomAtFloor(y(sats), y(day.floorSats)) ? null : (
            <ChartText x={0} y={y(sats) - 5}>
              {text}
            </ChartText>
          )}
        </g>
      ))}
      {floor === undefined ? null : <Floor y={y(day.floorSats)} right={size.right} label={floor} />}
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
        y={isOutside ? end.y + 4 : endLabelY(end.y, y(day.floorSats))}
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
