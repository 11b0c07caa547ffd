/**
 * The equity curve: own line ink, the floor is what was put in. What is above it stands on it
 * hatched, what is below hangs from it; marks on the axis say where coins came in or went out.
 */
import { useId, useState, type PointerEvent } from "react";
import { ChartFrame, ChartText, GridLine, type ChartSize } from "../../ui/charts/ChartParts.tsx";
import { useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { linear, linePath, spread, stepPath, type Point } from "../../ui/charts/scale.ts";
import { EquityMoment } from "./EquityMoment.tsx";
import { pointAt, type EquityCurve, type EquityPoint } from "./equity-points.ts";
import { placeOfName } from "./floor-name.ts";
import { axisTexts } from "./moment-texts.ts";
import { Hatch, Hatched } from "./Hatched.tsx";
import { analyticsTexts as texts } from "./strings.ts";

const WIDE: ChartSize = { width: 1180, height: 300, right: 1066, top: 34, bottom: 264 };
const NARROW: ChartSize = { width: 312, height: 260, right: 228, top: 34, bottom: 224 };
const LABEL_PX = 14;
const MARK_PX = 8;

export function EquityChart(props: {
  curve: EquityCurve;
  /** What running contracts and machines are still expected to bring; drawn dashed at the end. */
  aheadSats: number;
  summary: string;
}) {
  const { curve, aheadSats } = props;
  return (
    <ChartFrame summary={props.summary} wide={WIDE} narrow={NARROW}>
      {(size) => <Drawing curve={curve} aheadSats={aheadSats} size={size} />}
    </ChartFrame>
  );
}

function Drawing(props: { curve: EquityCurve; aheadSats: number; size: ChartSize }) {
  const { curve, aheadSats, size } = props;
  const id = useId();
  const [momentMs, setMomentMs] = useState<number>();
  const { points } = curve;
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const expectedSats = last.valueSats + aheadSats;
  const heights = [
    expectedSats,
    ...points.flatMap(({ valueSats, putInSats }) => [valueSats, putInSats]),
  ];
  const y = linear([Math.min(0, ...heights), Math.max(1, ...heights)], [size.bottom, size.top]);
  const x = linear([first.atMs, last.atMs], [0, size.right]);
  const places = (sats: (point: EquityPoint) => number) =>
    points.map((point) => ({ x: x(point.atMs), y: y(sats(point)) }));
  const own = places(({ valueSats }) => valueSats);
  const floor = places(({ putInSats }) => putInSats);
  const timeAt = linear([0, size.right], [first.atMs, last.atMs]);
  const follow = (event: PointerEvent<SVGRectElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setMomentMs(timeAt(((event.clientX - box.left) / box.width) * size.right));
  };
  const shown = momentMs === undefined ? undefined : pointAt(points, momentMs);
  return (
    <>
      <Hatch id={id} />
      <Scale
        y={y}
        size={size}
        highest={Math.max(...heights)}
        last={last}
        expectedSats={expectedSats}
      />
      <Hatched id={id} own={own} floor={floor} />
      <path className="fill-none stroke-accent-line" strokeWidth={2} d={stepPath(floor)} />
      <path
        className="fill-none stroke-fg"
        strokeWidth={2}
        strokeLinejoin="round"
        d={stepPath(own)}
      />
      <path
        className="fill-none stroke-ref"
        strokeWidth={1.25}
        strokeDasharray="3 3"
        d={linePath([
          { x: size.right, y: y(last.valueSats) },
          { x: size.right, y: y(expectedSats) },
        ])}
      />
      <circle
        cx={size.right}
        cy={y(last.valueSats)}
        r={4}
        strokeWidth={2}
        className="fill-fg stroke-surface"
      />
      <path className="fill-ref" d={marksPath(points, x, size.bottom)} />
      <FloorName floor={floor} own={own} size={size} />
      <Times curve={curve} size={size} first={first} last={last} />
      {shown === undefined ? null : (
        <EquityMoment
          point={shown}
          x={x(Math.max(shown.atMs, momentMs ?? 0))}
          y={y(shown.valueSats)}
          size={size}
          isByDay={curve.isByDay}
        />
      )}
      <rect
        width={size.right}
        height={size.bottom}
        className="fill-transparent"
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setMomentMs(undefined)}
      />
    </>
  );
}

/** Grid, its values where no end value stands, and the end values, each once. */
function Scale(props: {
  y: (sats: number) => number;
  size: ChartSize;
  highest: number;
  last: EquityPoint;
  expectedSats: number;
}) {
  const { y, size, last, expectedSats } = props;
  const amounts = useChartAmounts();
  const ends = new Map<number, "strong" | "accent" | "ref">([
    [expectedSats, "ref"],
    [last.putInSats, "accent"],
    [last.valueSats, "strong"],
  ]);
  const places = spread([...ends.keys()].map(y), LABEL_PX);
  const left = size.right + 10;
  return (
    <>
      {amounts.ticks(props.highest).map(({ sats, text }) => (
        <g key={sats}>
          <GridLine y={y(sats)} right={size.right} />
          {places.some((place) => Math.abs(place - y(sats)) < LABEL_PX) ? null : (
            <ChartText x={left} y={y(sats) + 4}>
              {text}
            </ChartText>
          )}
        </g>
      ))}
      {[...ends].map(([sats, look], index) => (
        <ChartText key={look} x={left} y={(places[index] ?? 0) + 4} look={look}>
          {amounts.text(sats)}
        </ChartText>
      ))}
    </>
  );
}

function FloorName(props: { floor: readonly Point[]; own: readonly Point[]; size: ChartSize }) {
  const { floor, own, size } = props;
  return (
    <ChartText {...placeOfName(texts.floor, { floor, own, right: size.right })} look="accent">
      {texts.floor}
    </ChartText>
  );
}

function Times(props: {
  curve: EquityCurve;
  size: ChartSize;
  first: EquityPoint;
  last: EquityPoint;
}) {
  const { curve, size, first, last } = props;
  const y = size.bottom + 24;
  const textOf = axisTexts(curve.isByDay, last.atMs);
  return (
    <>
      <ChartText x={0} y={y}>
        {textOf(first.atMs)}
      </ChartText>
      {size.width > NARROW.width ? (
        <ChartText x={size.right / 2} y={y} anchor="middle">
          {textOf((first.atMs + last.atMs) / 2)}
        </ChartText>
      ) : null}
      <ChartText x={size.right} y={y} anchor="end">
        {textOf(last.atMs)}
      </ChartText>
    </>
  );
}

/** Up where coins came in, down where they went out. */
function marksPath(
  points: readonly EquityPoint[],
  x: (atMs: number) => number,
  bottom: number,
): string {
  const half = MARK_PX / 2;
  return points
    .map(({ atMs, contributedSats, withdrawnSats }) => {
      const middle = x(atMs);
      const up = `M${middle - half} ${bottom}h${MARK_PX}l${-half} ${-MARK_PX}Z`;
      const down = `M${middle - half} ${bottom}h${MARK_PX}l${-half} ${MARK_PX}Z`;
      return (contributedSats > 0 ? up : "") + (withdrawnSats > 0 ? down : "");
    })
    .join("");
}
