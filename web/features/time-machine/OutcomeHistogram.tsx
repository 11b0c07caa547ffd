/** All outcomes in bars: losses left of the floor at 1, gains right, the chosen one in ink. */
import { memo } from "react";
import { ChartText } from "../../ui/charts/ChartParts.tsx";
import { anchorAt, linear, roundTicks } from "../../ui/charts/scale.ts";
import { outcomeFigure, stepFigure } from "./figure-text.ts";
import type { Replay } from "./replay.ts";
import { timeMachineTexts as texts } from "./strings.ts";
import { useIsNarrow } from "../../ui/layout/use-is-narrow.ts";

const WIDE = { width: 1240, height: 190 } as const;
const NARROW = { width: 312, height: 170 } as const;
const TOP = 30;
const FOOT = 24;
const BREAK_EVEN = 1_000_000n;

export const OutcomeHistogram = memo(function OutcomeHistogram(props: {
  replay: Replay;
  /** Bar of the chosen start. */
  bar: number;
  chosen: bigint;
}) {
  const { replay, bar, chosen } = props;
  const size = useIsNarrow() ? NARROW : WIDE;
  const { from, width, counts } = replay.histogram;
  const bottom = size.height - FOOT;
  const x = linear([0, counts.length], [0, size.width]);
  const y = linear([0, Math.max(...counts)], [bottom, TOP]);
  const placeOf = (outcome: number) => x((outcome - from) / width);
  const floor = placeOf(1);
  const mark = (x(bar) + x(bar + 1)) / 2;
  const { found } = replay;
  const summary = `${texts.distribution}: ${found.paid} of ${found.count} reached the floor; median ${outcomeFigure(found.median.millionths)}.`;
  // A label at the very end would stand half beyond the drawing.
  const ticks = roundTicks(from, from + width * (counts.length - 1), size === WIDE ? 9 : 4);
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
      role="img"
      aria-label={summary}
      className="h-auto w-full overflow-visible"
    >
      <Bars replay={replay} {...size} />
      <rect
        x={x(bar) + 0.5}
        y={y(counts[bar] ?? 0)}
        width={Math.max(1, x(1) - 1)}
        height={bottom - y(counts[bar] ?? 0)}
        className="fill-fg"
      />
      <line x1={0} x2={size.width} y1={bottom} y2={bottom} className="stroke-line-strong" />
      <line
        x1={floor}
        x2={floor}
        y1={TOP - 12}
        y2={bottom}
        strokeWidth={2}
        className="stroke-accent-line"
      />
      <ChartText x={floor} y={TOP - 18} anchor={anchorAt(floor, size.width, 32)} look="accent">
        the floor
      </ChartText>
      <path d={`M${mark} ${y(counts[bar] ?? 0) - 3}l-4 -6h8z`} className="fill-fg" />
      {Math.abs(mark - floor) < 64 && y(counts[bar] ?? 0) < TOP + 20 ? null : (
        <ChartText
          x={mark}
          y={y(counts[bar] ?? 0) - 14}
          anchor={anchorAt(mark, size.width, 28)}
          look="strong"
        >
          {outcomeFigure(chosen)}
        </ChartText>
      )}
      {ticks.map((tick) => (
        <ChartText key={tick} x={placeOf(tick)} y={size.height - 6} anchor="middle">
          {stepFigure(tick)}
        </ChartText>
      ))}
    </svg>
  );
});

/** As paths, a loss and a gain: they stay while the start moves. */
const Bars = memo(function Bars(props: { replay: Replay; width: number; height: number }) {
  const { histogram, found } = props.replay;
  const { from, width, counts } = histogram;
  // The first and last bar also hold what lies beyond, so the bar's place alone is not enough.
  const isAllGain = found.worst.millionths >= BREAK_EVEN;
  const isAllLoss = found.best.millionths < BREAK_EVEN;
  const isGainAt = (at: number): boolean =>
    isAllGain || (!isAllLoss && from + width * at >= 1 - 1e-9);
  const bottom = props.height - FOOT;
  const x = linear([0, counts.length], [0, props.width]);
  const y = linear([0, Math.max(...counts)], [bottom, TOP]);
  const barWidth = Math.max(1, x(1) - 1);
  const pathOf = (isGain: boolean): string =>
    Array.from(counts, (count, at) => {
      const isHere = isGainAt(at) === isGain;
      const left = (x(at) + 0.5).toFixed(1);
      return isHere
        ? `M${left} ${bottom}V${y(count).toFixed(1)}h${barWidth.toFixed(1)}V${bottom}z`
        : "";
    }).join("");
  return (
    <>
      <path d={pathOf(true)} className="fill-up/70" />
      <path d={pathOf(false)} className="fill-down/45" />
    </>
  );
});
