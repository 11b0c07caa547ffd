/**
 * Draws weekly EUR/USD candles. Rising candles are hollow and falling candles are filled, so that
 * they can be distinguished without colour. Small screens show fewer weeks.
 */
import { forexTexts as texts } from "./strings.ts";
import { eurUsdWeeks, firstWeek, type Week } from "./eur-usd-weeks.ts";

const WEEK_MS = 604_800_000;

interface Size {
  width: number;
  height: number;
  bodyWidth: number;
  weeks: number;
  /** Distance between two grid lines, in 0.0001 USD. */
  gridStep: number;
}

const WIDE: Size = { width: 820, height: 330, bodyWidth: 4, weeks: 104, gridStep: 200 };
const NARROW: Size = { width: 328, height: 240, bodyWidth: 3, weeks: 40, gridStep: 200 };

export function EurUsdChart() {
  return (
    <figure>
      <Candles size={WIDE} className="max-md:hidden" />
      <Candles size={NARROW} className="md:hidden" />
      <figcaption className="mt-2.5 text-xs text-fg-3">{texts.chart}</figcaption>
    </figure>
  );
}

function Candles({ size, className }: { size: Size; className: string }) {
  const first = eurUsdWeeks.length - size.weeks;
  const weeks = eurUsdWeeks.slice(first);
  const low = Math.min(...weeks.map((week) => week[2]));
  const high = Math.max(...weeks.map((week) => week[1]));
  const plotWidth = size.width - 48;
  const plotHeight = size.height - 30;
  const step = plotWidth / weeks.length;
  const x = (index: number) => (index + 0.5) * step;
  const y = (rate: number) => 8 + ((high - rate) / (high - low)) * (plotHeight - 8);
  const gridRates = ratesBetween(low, high, size.gridStep);
  const quarters = weeks.map((_, index) => ({ index, label: quarterStart(first + index) }));
  return (
    <svg
      className={`chart ${className}`}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-label={texts.chartLabel(size.weeks, low / 10_000, high / 10_000)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is the image
      role="img"
    >
      {gridRates.map((rate) => (
        <g key={rate}>
          <line className="stroke-line" x1="0" x2={plotWidth} y1={y(rate)} y2={y(rate)} />
          <text x={plotWidth + 8} y={y(rate) + 4}>
            {(rate / 10_000).toFixed(2)}
          </text>
        </g>
      ))}
      <path className="stroke-up" d={wicks(weeks, isUp, x, y)} />
      <path className="stroke-down" d={wicks(weeks, isDown, x, y)} />
      <path className="fill-bg stroke-up" d={bodies(weeks, isUp, x, y, size.bodyWidth)} />
      <path className="fill-down stroke-down" d={bodies(weeks, isDown, x, y, size.bodyWidth)} />
      {quarters.map(({ index, label }) =>
        label === undefined ? null : (
          <text key={label} x={x(index)} y={size.height - 4} textAnchor="middle">
            {label}
          </text>
        ),
      )}
    </svg>
  );
}

type Scale = (value: number) => number;

const isUp = (week: Week) => week[3] >= week[0];
const isDown = (week: Week) => week[3] < week[0];

function wicks(weeks: readonly Week[], isKind: (week: Week) => boolean, x: Scale, y: Scale) {
  return weeks
    .map((week, index) =>
      isKind(week) ? `M${round(x(index))} ${round(y(week[1]))}V${round(y(week[2]))}` : "",
    )
    .join("");
}

function bodies(
  weeks: readonly Week[],
  isKind: (week: Week) => boolean,
  x: Scale,
  y: Scale,
  width: number,
) {
  return weeks
    .map((week, index) => {
      if (!isKind(week)) return "";
      const top = y(Math.max(week[0], week[3]));
      const height = Math.max(1, y(Math.min(week[0], week[3])) - top);
      return `M${round(x(index) - width / 2)} ${round(top)}h${width}v${round(height)}h-${width}z`;
    })
    .join("");
}

function ratesBetween(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step) * step;
  const count = Math.floor((high - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** Returns a label such as `2025-01` in the first week of a quarter, otherwise undefined. */
function quarterStart(week: number): string | undefined {
  const monday = new Date(Date.parse(firstWeek) + week * WEEK_MS);
  const isFirst = monday.getUTCDate() <= 7 && monday.getUTCMonth() % 3 === 0;
  return isFirst ? monday.toISOString().slice(0, 7) : undefined;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
