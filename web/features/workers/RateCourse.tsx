/** Measured rate as bars in ink, and under them the mean difficulty of the shares in steel. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import {
  ChartFrame,
  ChartText,
  GridLine,
  Legend,
  LegendEntry,
  type ChartSize,
} from "../../ui/charts/ChartParts.tsx";
import { linear, roundTicks } from "../../ui/charts/scale.ts";
import { dateText, minuteText } from "../../ui/time/time-text.ts";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { workerTexts as texts } from "./strings.ts";
import { difficultyFigure } from "./work-text.ts";

type Course = ApiAnswer<"getWorker">["course"];

const WIDE: ChartSize = { width: 1140, height: 300, right: 1050, top: 16, bottom: 180 };
const NARROW: ChartSize = { width: 312, height: 300, right: 236, top: 16, bottom: 180 };
/** The difficulty's own strip under the rate. */
const STRIP = { top: 206, bottom: 272 };
const DAY_MS = 86_400_000;
/** So that a worker of ten minutes has a bar and no wall. */
const SLOT_PX_MAX = 40;
/** Two times of day side by side need so much. */
const ENDS_PX_MIN = 110;

const slotOf = (course: Course, size: ChartSize) =>
  Math.min(SLOT_PX_MAX, size.right / course.length);

export function RateCourse({ course, name }: { course: Course; name: string }) {
  const rates = course.flatMap(({ hashRateThs }) => (hashRateThs === null ? [] : [hashRateThs]));
  const last = rates.at(-1);
  if (last === undefined) return <p className="text-sm text-fg-2">{texts.courseEmpty}</p>;
  return (
    <div className="grid gap-2">
      <ChartFrame
        summary={`${name}: ${texts.courseRate}, ${rates.length} of ${course.length} steps with shares, the last ${measuredRateText(last)}.`}
        wide={WIDE}
        narrow={NARROW}
      >
        {(size) => <Drawing course={course} size={size} />}
      </ChartFrame>
      <Legend>
        <LegendEntry kind="own">{texts.courseRate}</LegendEntry>
        <LegendEntry kind="reference">{texts.courseDifficulty}</LegendEntry>
      </Legend>
    </div>
  );
}

function Drawing({ course, size }: { course: Course; size: ChartSize }) {
  const rateOf = ({ hashRateThs }: Course[number]) => Number(hashRateThs ?? 0);
  const difficultyOf = ({ difficulty }: Course[number]) => Number(difficulty ?? 0);
  const highest = Math.max(...course.map(rateOf));
  const hardest = Math.max(...course.map(difficultyOf));
  const y = linear([0, highest], [size.bottom, size.top]);
  const strip = linear([0, hardest], [STRIP.bottom, STRIP.top]);
  const slot = slotOf(course, size);
  const gap = slot > 4 ? 1 : 0;
  return (
    <>
      {roundTicks(0, highest, 3).map((tick) => (
        <g key={tick}>
          <GridLine y={y(tick)} right={size.right} />
          {tick === 0 ? null : (
            <ChartText x={size.width} y={y(tick) + 4} anchor="end">
              {measuredRateText(String(tick))}
            </ChartText>
          )}
        </g>
      ))}
      {course.map((step, index) =>
        step.hashRateThs === null ? null : (
          <rect
            key={step.at}
            x={index * slot + gap}
            y={y(rateOf(step))}
            width={Math.max(0.5, slot - 2 * gap)}
            height={size.bottom - y(rateOf(step))}
            className="fill-fg"
          />
        ),
      )}
      <GridLine y={STRIP.bottom} right={size.right} />
      <ChartText x={size.width} y={STRIP.top + 4} anchor="end" look="ref">
        {difficultyFigure(String(hardest))}
      </ChartText>
      <path
        d={course
          .map((step, index) =>
            step.difficulty === null ? "" : `M${index * slot} ${strip(difficultyOf(step))}h${slot}`,
          )
          .join("")}
        className="fill-none stroke-ref"
        strokeWidth={1.5}
      />
      <Ends course={course} size={size} />
    </>
  );
}

function Ends({ course, size }: { course: Course; size: ChartSize }) {
  const [first, last] = [course[0], course.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isDay = Date.parse(last.at) - Date.parse(first.at) <= DAY_MS;
  const text = ({ at }: Course[number]) => {
    const time = new Date(at);
    return isDay ? minuteText(time) : dateText(time);
  };
  const end = slotOf(course, size) * course.length;
  return (
    <>
      <ChartText x={0} y={size.height - 8}>
        {text(first)}
      </ChartText>
      {end < ENDS_PX_MIN ? null : (
        <ChartText x={end} y={size.height - 8} anchor="end">
          {text(last)}
        </ChartText>
      )}
    </>
  );
}
