/**
 * Draws one period: the value returned day by day, compared with break-even. The chosen variant has
 * a thick line and the other variants thin lines. The difficulty is a step line in the background.
 */
import { memo, useId } from "react";
import { COINS_ONLY, courseOf, type Mode, type Terms } from "#economics/history";
import { AxisLabels, EndValues, Grid, type EndValue } from "../../ui/charts/labels.tsx";
import { BreakEven, Dot, Line } from "../../ui/charts/marks.tsx";
import { Plot, type PlotSize } from "../../ui/charts/Plot.tsx";
import { linear, roundTicks, stepPath } from "../../ui/charts/scale.ts";
import { dayFigure, outcomeFigure, stepFigure } from "./figure-text.ts";
import type { Replay, Stretch } from "./replay.ts";
import { timeMachineTexts as texts } from "./strings.ts";

const WIDE: PlotSize = { width: 900, height: 330, right: 776, top: 14, bottom: 300 };
const NARROW: PlotSize = { width: 312, height: 250, right: 258, top: 14, bottom: 222 };
const POINTS = 130;
/**
 * Maximum height of the line for bought coins, as a multiple of the highest other line. The line is
 * clipped above this limit.
 */
const BOUGHT_ROOM = 1.4;

interface Course {
  readonly name: string;
  readonly look: "own" | "other" | "expected";
  readonly values: readonly number[];
  readonly end: bigint;
}

export const StretchChart = memo(function StretchChart(props: {
  replay: Replay;
  stretch: Stretch;
  day: number;
}) {
  const { replay, stretch, day } = props;
  const { series, length } = replay;
  const clipId = useId();
  const step = Math.max(1, Math.ceil(length / POINTS));
  const days = Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
  if (days.at(-1) !== length) days.push(length);
  const courses = coursesOf(replay, stretch, days);
  const [own] = courses;
  const others = courses.slice(1, -1).flatMap(({ values }) => values);
  const mine = Math.max(1.12, ...(own?.values ?? []), ...others);
  const highest = Math.min(
    Math.max(mine, ...(courses.at(-1)?.values ?? [])),
    Math.max(mine * BOUGHT_ROOM, 1.5),
  );
  const lowest = Math.min(0, ...(own?.values ?? []), ...others);
  const shown = days.filter((one) => one <= day);
  return (
    <Plot
      summary={texts.chartSummary(
        dayFigure(series, stretch.start),
        texts.days(String(length)),
        outcomeFigure(stretch.chosen),
      )}
      wide={WIDE}
      narrow={NARROW}
      x={[0, length]}
      y={[lowest, highest * 1.04]}
    >
      {({ size, isNarrow, x }) => (
        <>
          <path
            className="fill-band"
            d={difficultyStep(replay, stretch.start, days, { x, size })}
          />
          <Grid
            side="left"
            ticks={roundTicks(lowest, highest, 4).map((value) => ({
              value,
              text: stepFigure(value),
            }))}
            breakEven={1}
          />
          <clipPath id={clipId}>
            <rect x={-2} y={size.top - 8} width={size.right + 4} height={size.height} />
          </clipPath>
          {courses.toReversed().map(({ name, look, values }) => (
            <Line
              key={name}
              clipPath={`url(#${clipId})`}
              look={look}
              points={shown.map((one, at) => ({ x: one, y: values[at] ?? 0 }))}
            />
          ))}
          <BreakEven at={1} label={texts.breakEven} />
          <Dot x={shown.at(-1) ?? 0} y={own?.values[shown.length - 1] ?? 0} />
          {day === length ? (
            <EndValues gap={10} distance={15} values={endsOf(courses, isNarrow)} />
          ) : null}
          <AxisLabels
            start={dayFigure(series, stretch.start)}
            end={dayFigure(series, stretch.start + length - 1)}
          />
        </>
      )}
    </Plot>
  );
});

/** Returns the lines in drawing order: the chosen variant first, and bought coins last. */
function coursesOf(replay: Replay, stretch: Stretch, days: readonly number[]): Course[] {
  const { series, terms, mode, length } = replay;
  const valuesOf = (wayTerms: Terms, way: Mode) =>
    days.map(courseOf(series, wayTerms, way, length, stretch.start));
  const bought: Course = {
    name: "bought",
    look: "expected",
    values: valuesOf(COINS_ONLY, "kept"),
    end: stretch.bought,
  };
  if (terms.kind === "coins")
    return [
      { name: "stake", look: "own", values: valuesOf(terms, mode), end: stretch.chosen },
      bought,
    ];
  const way = (one: Mode): Course => ({
    name: one,
    look: one === mode ? "own" : "other",
    values: valuesOf(terms, one),
    end: stretch[one],
  });
  return [way(mode), way(mode === "sold" ? "kept" : "sold"), bought];
}

/**
 * Returns the path of the difficulty, scaled from its minimum to its maximum in the period, in the
 * lower third of the chart.
 */
function difficultyStep(
  { series, length }: Replay,
  start: number,
  days: readonly number[],
  { x, size }: { x: (day: number) => number; size: PlotSize },
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

const LOOKS = { own: "strong", other: "plain", expected: "ref" } as const;

const NAMES: Readonly<Record<string, string>> = texts.ends;

function endsOf(courses: readonly Course[], isNarrow: boolean): EndValue[] {
  return courses.map(({ name, look, values, end }) => ({
    value: values.at(-1) ?? 0,
    text: isNarrow ? outcomeFigure(end) : `${outcomeFigure(end)} ${NAMES[name] ?? ""}`,
    look: LOOKS[look],
  }));
}
