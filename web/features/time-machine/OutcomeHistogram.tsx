/**
 * Draws a histogram of all outcomes, with losses to the left and gains to the right of break-even
 * (an outcome of 1). The bar that contains the chosen start is highlighted.
 */
import { memo } from "react";
import { ChartText } from "../../ui/charts/labels.tsx";
import { Plot, usePlot, type PlotSize } from "../../ui/charts/Plot.tsx";
import { anchorAt, roundTicks } from "../../ui/charts/scale.ts";
import { outcomeFigure, stepFigure } from "./figure-text.ts";
import type { Replay } from "./replay.ts";
import { timeMachineTexts as texts } from "./strings.ts";

const TOP = 30;
const WIDE: PlotSize = { width: 1240, height: 190, right: 1240, top: TOP, bottom: 166 };
const NARROW: PlotSize = { width: 312, height: 170, right: 312, top: TOP, bottom: 146 };
const BREAK_EVEN = 1_000_000n;

export const OutcomeHistogram = memo(function OutcomeHistogram(props: {
  replay: Replay;
  /** Index of the bar that contains the chosen start. */
  bar: number;
  chosen: bigint;
}) {
  const { replay, bar, chosen } = props;
  const { histogram, distribution } = replay;
  const { from, width, counts } = histogram;
  // Omit the last tick, because half of its label would be outside the drawing.
  const ticks = (count: number) => roundTicks(from, from + width * (counts.length - 1), count);
  return (
    <Plot
      summary={texts.histogramSummary(
        String(distribution.paid),
        String(distribution.count),
        outcomeFigure(distribution.median.millionths),
      )}
      wide={WIDE}
      narrow={NARROW}
      x={[0, counts.length]}
      y={[0, Math.max(...counts)]}
    >
      {({ size, isNarrow, x, y }) => {
        const { bottom } = size;
        const breakEven = x((1 - from) / width);
        const mark = (x(bar) + x(bar + 1)) / 2;
        const top = y(counts[bar] ?? 0);
        return (
          <>
            <Bars replay={replay} />
            <rect
              x={x(bar) + 0.5}
              y={top}
              width={Math.max(1, x(1) - 1)}
              height={bottom - top}
              className="fill-fg"
            />
            <path d={`M0 ${bottom}H${size.width}`} className="stroke-line-strong" />
            <path
              d={`M${breakEven} ${TOP - 12}V${bottom}`}
              strokeWidth={2}
              className="stroke-accent-line"
            />
            <ChartText
              x={breakEven}
              y={TOP - 18}
              anchor={anchorAt(breakEven, size.width, 36)}
              look="accent"
              text={texts.breakEven}
            />
            <path d={`M${mark} ${top - 3}l-4 -6h8z`} className="fill-fg" />
            {Math.abs(mark - breakEven) < 64 && top < TOP + 20 ? null : (
              <ChartText
                x={mark}
                y={top - 14}
                anchor={anchorAt(mark, size.width, 28)}
                look="strong"
                text={outcomeFigure(chosen)}
              />
            )}
            {ticks(isNarrow ? 4 : 9).map((tick) => (
              <ChartText
                key={tick}
                x={x((tick - from) / width)}
                y={size.height - 6}
                anchor="middle"
                text={stepFigure(tick)}
              />
            ))}
          </>
        );
      }}
    </Plot>
  );
});

/**
 * Draws the bars as one path for gains and one for losses. The paths do not depend on the start, so
 * they are not redrawn while the user drags it.
 */
const Bars = memo(function Bars({ replay }: { replay: Replay }) {
  const { size, x, y } = usePlot();
  const { histogram, distribution } = replay;
  const { from, width, counts } = histogram;
  // The first and last bars also contain outcomes beyond the scale, so their position alone does
  // not tell whether they are gains or losses.
  const isAllGain = distribution.worst.millionths >= BREAK_EVEN;
  const isAllLoss = distribution.best.millionths < BREAK_EVEN;
  const isGainAt = (at: number): boolean =>
    isAllGain || (!isAllLoss && from + width * at >= 1 - 1e-9);
  const barWidth = Math.max(1, x(1) - 1);
  const pathOf = (isGain: boolean): string =>
    Array.from(counts, (count, at) => {
      const isHere = isGainAt(at) === isGain;
      const barX = (x(at) + 0.5).toFixed(1);
      return isHere
        ? `M${barX} ${size.bottom}V${y(count).toFixed(1)}h${barWidth.toFixed(1)}V${size.bottom}z`
        : "";
    }).join("");
  return (
    <>
      <path d={pathOf(true)} className="fill-up/70" />
      <path d={pathOf(false)} className="fill-down/45" />
    </>
  );
});
