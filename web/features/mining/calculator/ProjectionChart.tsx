/**
 * Cumulative result over the horizon: the inputs in ink, the low to high band in steel, the floor
 * at zero.
 */
import { countText } from "../../../ui/amounts/count-text.ts";
import type { Calculation } from "#economics";
import {
  ChartFrame,
  ChartText,
  Floor,
  GridLine,
  type ChartSize,
} from "../../../ui/charts/ChartParts.tsx";
import { bandPath, linear, linePath, roundTicks, spread } from "../../../ui/charts/scale.ts";
import { projectedUsd } from "../reference/figure-text.ts";
import { horizonText } from "./horizon-text.ts";
import { calculatorTexts as texts } from "./strings.ts";

const WIDE: ChartSize = { width: 800, height: 300, right: 696, top: 26, bottom: 276 };
const NARROW: ChartSize = { width: 312, height: 250, right: 228, top: 24, bottom: 226 };
const LABEL_PX = 14;

export function ProjectionChart({ series }: { series: Calculation["series"] }) {
  const end = series.at(-1);
  if (end === undefined) return null;
  const summary = `Cumulative result after ${countText(end.day, "day")}. Middle ${usd(end.middle)} USD, low ${usd(end.low)}, high ${usd(end.high)}.`;
  return (
    <ChartFrame summary={summary} wide={WIDE} narrow={NARROW}>
      {(size) => <Drawing series={series} size={size} days={end.day} />}
    </ChartFrame>
  );
}

function usd(value: number): string {
  return projectedUsd(value, { isSigned: true });
}

function Drawing(props: { series: Calculation["series"]; size: ChartSize; days: number }) {
  const { series, size, days } = props;
  const values = series.flatMap(({ low, high, middle }) => [low, high, middle]);
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const y = linear([lowest, highest], [size.bottom, size.top]);
  const ticks = roundTicks(lowest, highest, 4);
  const x = linear([0, days], [0, size.right]);
  const points = (key: "low" | "middle" | "high") =>
    series.map((point) => ({ x: x(point.day), y: y(point[key]) }));
  return (
    <>
      {ticks.map((tick) => (
        <GridLine key={tick} y={y(tick)} right={size.right} />
      ))}
      <path className="fill-band" d={bandPath(points("high"), points("low"))} />
      {(["high", "low"] as const).map((key) => (
        <path
          key={key}
          className="fill-none stroke-ref"
          strokeWidth={1.25}
          strokeDasharray="3 3"
          d={linePath(points(key))}
        />
      ))}
      <Floor y={y(0)} right={size.right} label={texts.floor} />
      <path
        className="fill-none stroke-fg"
        strokeWidth={2}
        strokeLinejoin="round"
        d={linePath(points("middle"))}
      />
      <EndLabels series={series} size={size} y={y} ticks={ticks} />
      <TimeLabels size={size} days={days} />
    </>
  );
}

/** End values stand at the line's end instead of ticks. */
function EndLabels(props: {
  series: Calculation["series"];
  size: ChartSize;
  y: (usd: number) => number;
  ticks: readonly number[];
}) {
  const end = props.series.at(-1);
  if (end === undefined) return null;
  const names = ["high", "middle", "low"] as const;
  const places = spread([...names.map((name) => props.y(end[name])), props.y(0)], LABEL_PX);
  const left = props.size.right + 8;
  return (
    <>
      {props.ticks
        .filter((tick) => places.every((place) => Math.abs(place - props.y(tick)) > LABEL_PX))
        .map((tick) => (
          <ChartText key={tick} x={left} y={props.y(tick) + 4}>
            {projectedUsd(tick, { decimals: 0 })}
          </ChartText>
        ))}
      {names.map((name, index) => (
        <ChartText
          key={name}
          x={left}
          y={(places[index] ?? 0) + 4}
          look={name === "middle" ? "strong" : "ref"}
        >
          {projectedUsd(end[name], { isSigned: true, decimals: 0 })} {name}
        </ChartText>
      ))}
      <ChartText x={left} y={(places[3] ?? 0) + 4} look="accent">
        0
      </ChartText>
    </>
  );
}

function TimeLabels({ size, days }: { size: ChartSize; days: number }) {
  const y = size.bottom + 20;
  return (
    <>
      <ChartText x={0} y={y}>
        today
      </ChartText>
      <ChartText x={size.right / 2} y={y} anchor="middle">
        {horizonText(days / 2)}
      </ChartText>
      <ChartText x={size.right} y={y} anchor="end">
        {horizonText(days)}
      </ChartText>
    </>
  );
}
