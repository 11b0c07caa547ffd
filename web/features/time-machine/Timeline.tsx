/**
 * Shows the whole series on logarithmic scales, with the chosen period. The start of the period is
 * a slider: the arrow keys move it by a day, Page Up and Page Down by a month, and Home and End to
 * a halving.
 */
import { memo, useMemo, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { dayText, epochDayOf, HALVINGS, startingDays, type Series } from "#economics/history";
import { ChartText } from "../../ui/charts/labels.tsx";
import { Plot, usePlot, type PlotSize } from "../../ui/charts/Plot.tsx";
import { anchorAt, linear, linePath } from "../../ui/charts/scale.ts";
import { dayFigure, outcomeFigure } from "./figure-text.ts";
import { clampStart, type Replay, type Stretch } from "./replay.ts";
import { timeMachineTexts as texts } from "./strings.ts";

const TOP = 18;
const WIDE: PlotSize = { width: 900, height: 150, right: 900, top: TOP, bottom: 108 };
const NARROW: PlotSize = { width: 312, height: 150, right: 312, top: TOP, bottom: 108 };
const CHARACTER_PX = 7;
const GRIP = { width: 12, height: 26 };

interface TimelineProps {
  replay: Replay;
  stretch: Stretch;
  /**
   * Called while the pointer is down. The URL changes only on release, so that components that
   * depend only on the terms do not rerender while the user drags.
   */
  onDrag: (start: number) => void;
  onStart: (start: number) => void;
}

export function Timeline({ replay, stretch, onDrag, onStart }: TimelineProps) {
  const svg = useRef<SVGSVGElement>(null);
  const dragged = useRef(stretch.start);
  const { series, length } = replay;
  const { start } = stretch;
  const startAt = ({ clientX }: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect();
    if (box === undefined) return;
    const place = Math.round(((clientX - box.left) / box.width) * (series.days - 1));
    dragged.current = clampStart(place, series, length);
    onDrag(dragged.current);
  };
  const press = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    startAt(event);
  };
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) startAt(event);
  };
  const release = () => onStart(dragged.current);
  const step = (event: KeyboardEvent) => {
    const to = startByKey(event, series, start);
    if (to === undefined) return;
    event.preventDefault();
    onStart(clampStart(to, series, length));
  };
  return (
    <Plot
      ref={svg}
      wide={WIDE}
      narrow={NARROW}
      x={[0, series.days - 1]}
      y={[0, 1]}
      className="h-auto w-full cursor-ew-resize touch-pan-y overflow-visible select-none"
      onPointerDown={press}
      onPointerMove={drag}
      onLostPointerCapture={release}
    >
      {({ size, x }) => {
        const moved = `translate(${x(start)} 0)`;
        const middle = (TOP + size.bottom) / 2;
        return (
          <>
            <rect
              transform={moved}
              y={TOP}
              width={Math.max(1.5, x(length - 1))}
              height={size.bottom - TOP}
              className="fill-accent-wash"
            />
            <Backdrop series={series} />
            <PaidDays replay={replay} />
            <g
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a handle inside a drawing is no input
              role="slider"
              tabIndex={0}
              aria-label={texts.startLabel}
              aria-valuemin={0}
              aria-valuemax={startingDays(series, length) - 1}
              aria-valuenow={start}
              aria-valuetext={texts.startValue(
                dayFigure(series, start),
                outcomeFigure(stretch.chosen),
              )}
              transform={moved}
              className="group outline-0"
              onKeyDown={step}
            >
              <rect x={-14} y={0} width={28} height={size.bottom} className="fill-transparent" />
              <path
                d={`M0 ${TOP - 6}V${size.bottom}`}
                strokeWidth={2}
                className="stroke-accent-line"
              />
              <rect
                x={-GRIP.width / 2}
                y={middle - GRIP.height / 2}
                width={GRIP.width}
                height={GRIP.height}
                rx={3}
                strokeWidth={1.5}
                className="fill-surface stroke-accent-line group-focus-visible:stroke-focus group-focus-visible:stroke-3"
              />
              <path d={`M-2 ${middle - 5}v10m4 -10v10`} className="stroke-accent-line" />
            </g>
          </>
        );
      }}
    </Plot>
  );
}

/** Returns the start after a key press, or undefined if the key does not move the slider. */
function startByKey(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  series: Series,
  start: number,
): number | undefined {
  if (key === "ArrowLeft" || key === "ArrowDown")
    return shiftKey ? monthsOn(series, start, -1) : start - 1;
  if (key === "ArrowRight" || key === "ArrowUp")
    return shiftKey ? monthsOn(series, start, 1) : start + 1;
  if (key === "PageUp") return monthsOn(series, start, 1);
  if (key === "PageDown") return monthsOn(series, start, -1);
  const halvings = HALVINGS.map(({ day }) => day - series.firstDay);
  if (key === "Home") return halvings.findLast((one) => one < start) ?? 0;
  if (key === "End") return halvings.find((one) => one > start) ?? series.days;
  return undefined;
}

/** Returns the same day of another month, or that month's last day if it is shorter. */
function monthsOn(series: Series, start: number, months: number): number {
  const [year = 0, month = 0, day = 0] = dayText(series.firstDay + start)
    .split("-")
    .map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const to = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)));
  return epochDayOf(to.toISOString().slice(0, 10)) - series.firstDay;
}

/** Draws price and difficulty in the background, with years and halvings below. */
const Backdrop = memo(function Backdrop({ series }: { series: Series }) {
  const { size, isNarrow, x } = usePlot();
  const lines = useMemo(() => backdropOf(series, size), [series, size]);
  const firstYear = Number(dayText(series.firstDay).slice(0, 4));
  const years = Array.from({ length: Math.ceil(series.days / 365.25) }, (_, at) => firstYear + at);
  const every = isNarrow ? 3 : 1;
  return (
    <g className="pointer-events-none">
      <line x1={0} x2={size.width} y1={size.bottom} y2={size.bottom} className="stroke-line" />
      <path d={lines.difficulty} className="fill-none stroke-ref opacity-60" strokeWidth={1.25} />
      <path d={lines.price} className="fill-none stroke-fg-3" strokeWidth={1.25} />
      {HALVINGS.filter(({ day }) => day > series.firstDay).map(({ day, sats }) => (
        <g key={day}>
          <line
            x1={x(day - series.firstDay)}
            x2={x(day - series.firstDay)}
            y1={TOP}
            y2={size.bottom}
            className="stroke-line-strong [stroke-dasharray:2_3]"
          />
          <Label x={x(day - series.firstDay)} y={TOP - 8}>
            {isNarrow ? String(sats / 1e8) : texts.halvedTo(sats / 1e8)}
          </Label>
        </g>
      ))}
      {years.map((year, at) =>
        at === 0 || at % every !== 0 ? null : (
          <Label
            key={year}
            x={x(epochDayOf(`${year}-01-01`) - series.firstDay)}
            y={size.height - 6}
          >
            {String(year)}
          </Label>
        ),
      )}
    </g>
  );
});

/** A label centred at `x`, shifted near the edges so that it stays within the drawing. */
function Label({ x, y, children }: { x: number; y: number; children: string }) {
  const { size } = usePlot();
  const half = (children.length * CHARACTER_PX) / 2;
  return <ChartText x={x} y={y} anchor={anchorAt(x, size.width, half)} text={children} />;
}

function backdropOf(series: Series, size: PlotSize) {
  const x = linear([0, series.days - 1], [0, size.width]);
  const step = Math.ceil(series.days / size.width);
  const path = (values: Float64Array): string => {
    const logs = Array.from(values, Math.log10);
    const y = linear([Math.min(...logs), Math.max(...logs)], [size.bottom - 4, TOP + 4]);
    const points = logs.map((log, at) => ({ x: x(at), y: y(log) }));
    return linePath(points.filter((_, at) => at % step === 0));
  };
  return { price: path(series.price), difficulty: path(series.difficulty) };
}

/** Marks every start for which the terms would have paid back. */
const PaidDays = memo(function PaidDays({ replay }: { replay: Replay }) {
  const { size, x } = usePlot();
  const runs = replay.paidRuns.map(
    ([from, to]) =>
      `M${x(from).toFixed(1)} ${size.bottom + 5}h${Math.max(1, x(to - from + 1)).toFixed(1)}`,
  );
  return (
    <g className="pointer-events-none">
      <line
        x1={0}
        x2={size.width}
        y1={size.bottom + 5}
        y2={size.bottom + 5}
        strokeWidth={5}
        className="stroke-sunk"
      />
      <path d={runs.join("")} strokeWidth={5} className="stroke-up" />
    </g>
  );
});
