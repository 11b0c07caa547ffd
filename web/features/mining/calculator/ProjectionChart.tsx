/**
 * Draws the cumulative profit or loss over the horizon: the projection, a band from the low to the
 * high case, and the break-even line at zero.
 */
import { countText } from "../../../ui/amounts/count-text.ts";
import type { Calculation } from "#economics";
import { AxisLabels, GridWithEnds } from "../../../ui/charts/labels.tsx";
import { Band, BreakEven, Line } from "../../../ui/charts/marks.tsx";
import { Plot, type PlotSize } from "../../../ui/charts/Plot.tsx";
import { roundTicks } from "../../../ui/charts/scale.ts";
import { projectedUsd } from "../reference/figure-text.ts";
import { horizonText } from "./horizon-text.ts";
import { calculatorTexts as texts } from "./strings.ts";

const WIDE: PlotSize = { width: 800, height: 300, right: 696, top: 26, bottom: 276 };
const NARROW: PlotSize = { width: 312, height: 250, right: 228, top: 24, bottom: 226 };

export function ProjectionChart({ series }: { series: Calculation["series"] }) {
  const end = series.at(-1);
  if (end === undefined) return null;
  const summary = texts.summary(countText(end.day, "day"), {
    middle: usd(end.middle),
    low: usd(end.low),
    high: usd(end.high),
  });
  const values = series.flatMap(({ low, high, middle }) => [low, high, middle]);
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const points = (key: "low" | "middle" | "high") =>
    series.map((point) => ({ x: point.day, y: point[key] }));
  const endOf = (key: "low" | "middle" | "high", look: "strong" | "ref") => {
    const value = projectedUsd(end[key], { isSigned: true, decimals: 0 });
    return { value: end[key], text: `${value} ${texts.ends[key]}`, look };
  };
  const ends = [
    endOf("high", "ref"),
    endOf("middle", "strong"),
    endOf("low", "ref"),
    { value: 0, text: "0", look: "accent" } as const,
  ];
  const ticks = roundTicks(lowest, highest, 4).map((value) => ({
    value,
    text: projectedUsd(value, { decimals: 0 }),
  }));
  return (
    <Plot summary={summary} wide={WIDE} narrow={NARROW} x={[0, end.day]} y={[lowest, highest]}>
      {({ size }) => (
        <>
          <GridWithEnds gap={8} ticks={ticks} ends={ends} />
          <Band upper={points("high")} lower={points("low")} />
          <Line look="expected" points={points("high")} />
          <Line look="expected" points={points("low")} />
          <BreakEven at={0} label={texts.breakEven} />
          <Line look="own" points={points("middle")} />
          <AxisLabels
            start={texts.today}
            middle={[size.right / 2, horizonText(end.day / 2)]}
            end={horizonText(end.day)}
          />
        </>
      )}
    </Plot>
  );
}

function usd(value: number): string {
  return projectedUsd(value, { isSigned: true });
}
