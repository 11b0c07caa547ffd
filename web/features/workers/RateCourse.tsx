/** Draws the measured hash rate as a bar chart, with the mean share difficulty in a strip below. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { AxisLabels, ChartText, Grid, GridLine } from "../../ui/charts/labels.tsx";
import { Legend, LegendEntry } from "../../ui/charts/Legend.tsx";
import { Levels, SlotBars } from "../../ui/charts/marks.tsx";
import { Plot, PlotStrip, type PlotSize } from "../../ui/charts/Plot.tsx";
import { roundTicks } from "../../ui/charts/scale.ts";
import { dateText, minuteText } from "../../ui/time/time-text.ts";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { workerTexts as texts } from "./strings.ts";
import { difficultyFigure } from "./work-text.ts";

type Course = ApiAnswer<"getWorker">["course"];

const WIDE: PlotSize = { width: 1140, height: 300, right: 1050, top: 16, bottom: 180 };
const NARROW: PlotSize = { width: 312, height: 300, right: 236, top: 16, bottom: 180 };
/** Vertical extent of the difficulty strip in pixels. */
const STRIP = { top: 206, bottom: 272 };
/** Distance of the time labels from the rate plot. It places them below the difficulty strip. */
const ENDS_BELOW_PX = 112;
const DAY_MS = 86_400_000;
/** Maximum slot width, so that a chart with few slots has no huge bars. */
const SLOT_PX_MAX = 40;
/** Minimum width in pixels for the first and last time labels to fit side by side. */
const ENDS_PX_MIN = 110;

export function RateCourse({ course, name }: { course: Course; name: string }) {
  const rates = course.flatMap(({ hashRateThs }) => (hashRateThs === null ? [] : [hashRateThs]));
  const last = rates.at(-1);
  const highest = Math.max(...rates.map(Number));
  const ticks = roundTicks(0, highest, 3).map((value) => ({
    value,
    text: value === 0 ? "" : measuredRateText(String(value)),
  }));
  const bars = course.map(({ at, hashRateThs }) =>
    hashRateThs === null ? undefined : { key: at, value: Number(hashRateThs) },
  );
  const difficulties = course.map(({ difficulty }) =>
    difficulty === null ? undefined : Number(difficulty),
  );
  const hardest = Math.max(...difficulties.map((difficulty) => difficulty ?? 0));
  if (last === undefined) return <p className="text-sm text-fg-2">{texts.courseEmpty}</p>;
  return (
    <div className="grid gap-2">
      <Plot
        summary={texts.courseSummary(name, rates.length, course.length, measuredRateText(last))}
        wide={WIDE}
        narrow={NARROW}
        x={[0, course.length]}
        y={[0, highest]}
      >
        {({ size, x }) => {
          const slot = Math.min(SLOT_PX_MAX, x(1));
          return (
            <>
              <Grid side="right" ticks={ticks} />
              <SlotBars bars={bars} slot={slot} />
              <PlotStrip {...STRIP} y={[0, hardest]}>
                <GridLine at={0} />
                <ChartText
                  x={size.width}
                  y={STRIP.top + 4}
                  anchor="end"
                  look="ref"
                  text={difficultyFigure(String(hardest))}
                />
                <Levels values={difficulties} slot={slot} />
              </PlotStrip>
              <Ends course={course} end={slot * course.length} />
            </>
          );
        }}
      </Plot>
      <Legend>
        <LegendEntry kind="own">{texts.courseRate}</LegendEntry>
        <LegendEntry kind="reference">{texts.courseDifficulty}</LegendEntry>
      </Legend>
    </div>
  );
}

function Ends({ course, end }: { course: Course; end: number }) {
  const [first, last] = [course[0], course.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isDay = Date.parse(last.at) - Date.parse(first.at) <= DAY_MS;
  const text = ({ at }: Course[number]) => {
    const time = new Date(at);
    return isDay ? minuteText(time) : dateText(time);
  };
  return (
    <AxisLabels
      start={text(first)}
      end={end < ENDS_PX_MIN ? undefined : text(last)}
      endX={end}
      below={ENDS_BELOW_PX}
    />
  );
}
