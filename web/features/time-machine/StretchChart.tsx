/**
 * One stretch: what has come back day by day against the floor. Own line ink, the other ways thin,
 * bought coins in steel; the difficulty stands behind as a quiet step.
 */
import { memo, useId } from "react";
import { COINS_ONLY, courseOf, type Mode, type Terms } from "#economics/history";
import { ChartText, Floor, GridLine, type ChartSize } from "../../ui/charts/ChartParts.tsx";
import {
  hasRoomAtFloor,
  linear,
  linePath,
  roundTicks,
  spread,
  stepPath,
  type Point,
} from "../../ui/charts/scale.ts";
import { dayFigure, outcomeFigure, stepFigure } from "./figure-text.ts";
import type { Replay, Stretch } from "./replay.ts";
import { timeMachineTexts as texts } from "./strings.ts";
import { useIsNarrow } from "../../ui/layout/use-is-narrow.ts";

const WIDE: ChartSize = { width: 900, height: 330, right: 776, top: 14, bottom: 300 };
const NARROW: ChartSize = { width: 312, height: 250, right: 258, top: 14, bottom: 222 };
const POINTS = 130;
/** What rises higher than this above the rest leaves the chart at its top. */
const BOUGHT_ROOM = 1.4;

interface Line {
  readonly name: string;
  readonly look: "own" | "other" | "ref";
  readonly values: readonly number[];
  readonly end: bigint;
}

export const StretchChart = memo(function StretchChart(props: {
  replay: Replay;
  stretch: Stretch;
  /** Drawn up to this day of the stretch. */
  day: number;
}) {
  const { replay, stretch, day } = props;
  const size = useIsNarrow() ? NARROW : WIDE;
  const { series, length } = replay;
  const clipId = useId();
  const step = Math.max(1, Math.ceil(length / POINTS));
  const days = Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
  if (days.at(-1) !== length) days.push(length);
  const lines = linesOf(replay, stretch, days);
  const [own] = lines;
  const others = lines.slice(1, -1).flatMap(({ values }) => values);
  const mine = Math.max(1.12, ...(own?.values ?? []), ...others);
  const highest = Math.min(
    Math.max(mine, ...(lines.at(-1)?.values ?? [])),
    Math.max(mine * BOUGHT_ROOM, 1.5),
  );
  const lowest = Math.min(0, ...(own?.values ?? []), ...others);
  const x = linear([0, length], [0, size.right]);
  const y = linear([lowest, highest * 1.04], [size.bottom, size.top]);
  const high = (value: number) => Math.max(size.top - 8, y(value));
  const shown = days.filter((one) => one <= day);
  const pointsOf = ({ values }: Line): Point[] =>
    shown.map((one, at) => ({ x: x(one), y: y(values[at] ?? 0) }));
  const ownEnd = pointsOf(own ?? { name: "", look: "own", values: [], end: 0n }).at(-1);
  const summary = `${texts.chart}: from ${dayFigure(series, stretch.start)} over ${length} days ${outcomeFigure(stretch.chosen)} ${texts.perDollar}; the floor is 1.`;
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
      role="img"
      aria-label={summary}
      className="h-auto w-full overflow-visible"
    >
      <path className="fill-band" d={difficultyStep(replay, stretch.start, days, { x, size })} />
      {roundTicks(lowest, highest, 4).map((tick, at) => (
        // By place, not by value: the same elements move while the start is dragged.
        <g key={at}>
          <GridLine y={y(tick)} right={size.right} />
          {!hasRoomAtFloor(y(tick), y(1)) ? null : (
            <ChartText x={0} y={y(tick) - 5}>
              {stepFigure(tick)}
            </ChartText>
          )}
        </g>
      ))}
      <clipPath id={clipId}>
        <rect x={-2} y={size.top - 8} width={size.right + 4} height={size.height} />
      </clipPath>
      {lines.toReversed().map((line) => (
        <path
          clipPath={`url(#${clipId})`}
          key={line.name}
          className={STROKES[line.look]}
          strokeWidth={line.look === "own" ? 2 : 1.25}
          strokeLinejoin="round"
          d={linePath(pointsOf(line))}
        />
      ))}
      <Floor y={y(1)} right={size.right} label={texts.floor} />
      {ownEnd === undefined ? null : (
        <circle
          cx={ownEnd.x}
          cy={ownEnd.y}
          r={4}
          strokeWidth={2}
          className="fill-fg stroke-surface"
        />
      )}
      {day === length ? <Ends lines={lines} y={high} size={size} /> : null}
      <ChartText x={0} y={size.bottom + 20}>
        {dayFigure(series, stretch.start)}
      </ChartText>
      <ChartText x={size.right} y={size.bottom + 20} anchor="end">
        {dayFigure(series, stretch.start + length - 1)}
      </ChartText>
    </svg>
  );
});

const STROKES = {
  own: "fill-none stroke-fg",
  other: "fill-none stroke-fg-3",
  ref: "fill-none stroke-ref [stroke-dasharray:3_3]",
} as const;

/** The chosen way first, bought coins last. */
function linesOf(replay: Replay, stretch: Stretch, days: readonly number[]): Line[] {
  const { series, terms, mode, length } = replay;
  const valuesOf = (asked: Terms, way: Mode) =>
    days.map(courseOf(series, asked, way, length, stretch.start));
  const bought: Line = {
    name: "bought",
    look: "ref",
    values: valuesOf(COINS_ONLY, "kept"),
    end: stretch.bought,
  };
  if (terms.kind === "coins")
    return [
      { name: "stake", look: "own", values: valuesOf(terms, mode), end: stretch.chosen },
      bought,
    ];
  const way = (one: Mode): Line => ({
    name: one,
    look: one === mode ? "own" : "other",
    values: valuesOf(terms, one),
    end: stretch[one],
  });
  return [way(mode), way(mode === "sold" ? "kept" : "sold"), bought];
}

/** The difficulty between its least and its most of the stretch, in the lower third. */
function difficultyStep(
  { series, length }: Replay,
  start: number,
  days: readonly number[],
  { x, size }: { x: (day: number) => number; size: ChartSize },
): string {
  const at = (day: number) => series.difficulty[start + Math.min(day, length - 1)] ?? 0;
  const all = days.map(at);
  const y = linear(
    [Math.min(...all) * 0.9, Math.max(...all)],
    [size.bottom, size.bottom - (size.bottom - size.top) / 3],
  );
  const points = days.map((day) => ({ x: x(day), y: y(at(day)) }));
  return `${stepPath(points)}V${size.bottom}H0Z`;
}

const NAMES: Readonly<Record<string, string>> = {
  sold: "sold",
  kept: "kept",
  bought: "bought",
  stake: "stake",
};

/** End values at the lines' ends, kept apart. */
function Ends(props: { lines: readonly Line[]; y: (value: number) => number; size: ChartSize }) {
  const { lines, y, size } = props;
  const places = spread(
    lines.map(({ values }) => y(values.at(-1) ?? 0) + 4),
    15,
  );
  const isWide = size === WIDE;
  return lines.map((line, at) => (
    <ChartText
      key={line.name}
      x={size.right + 10}
      y={places[at] ?? 0}
      look={line.look === "own" ? "strong" : line.look === "ref" ? "ref" : "plain"}
    >
      {isWide ? `${outcomeFigure(line.end)} ${NAMES[line.name] ?? ""}` : outcomeFigure(line.end)}
    </ChartText>
  ));
}
