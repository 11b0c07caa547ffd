/**
 * Draws the equity curve, with the contributed amount as the break-even line and the area between
 * them hatched. Marks on the axis show deposits and withdrawals.
 */
import { useId, useState } from "react";
import { AxisLabels, ChartText, GridWithEnds, type EndValue } from "../../ui/charts/labels.tsx";
import { Dot, Line } from "../../ui/charts/marks.tsx";
import { Plot, type PlotSize } from "../../ui/charts/Plot.tsx";
import { PointerArea, Tooltip } from "../../ui/charts/Tooltip.tsx";
import { useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { pointAt, type EquityCurve, type EquityPoint } from "./equity-points.ts";
import { placeOfName } from "./break-even-label.ts";
import { axisTexts, momentTexts } from "./moment-texts.ts";
import { Hatch, Hatched } from "./Hatched.tsx";
import { analyticsTexts as texts } from "./strings.ts";

const WIDE: PlotSize = { width: 1180, height: 300, right: 1066, top: 34, bottom: 264 };
const NARROW: PlotSize = { width: 312, height: 260, right: 228, top: 34, bottom: 224 };
const MARK_PX = 8;

export function EquityChart(props: {
  curve: EquityCurve;
  /** Expected future value of contracts and rigs, drawn as a dashed line at the end. */
  aheadSats: number;
  summary: string;
}) {
  const { points, isByDay } = props.curve;
  const id = useId();
  const amounts = useChartAmounts();
  const [momentMs, setMomentMs] = useState<number>();
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const expectedSats = last.valueSats + props.aheadSats;
  const values = points.flatMap(({ valueSats, putInSats }) => [valueSats, putInSats]);
  const highest = Math.max(expectedSats, ...values);
  const own = points.map(({ atMs, valueSats }) => ({ x: atMs, y: valueSats }));
  const breakEven = points.map(({ atMs, putInSats }) => ({ x: atMs, y: putInSats }));
  const now = { x: last.atMs, y: last.valueSats };
  const looks = new Map<number, EndValue["look"]>([
    [expectedSats, "ref"],
    [last.putInSats, "accent"],
    [last.valueSats, "strong"],
  ]);
  const ends = [...looks].map(([value, look]) => ({ value, text: amounts.text(value), look }));
  const axisText = axisTexts(isByDay, last.atMs);
  const moment = momentMs === undefined ? undefined : pointAt(points, momentMs);
  return (
    <Plot
      summary={props.summary}
      wide={WIDE}
      narrow={NARROW}
      x={[first.atMs, last.atMs]}
      y={[Math.min(0, expectedSats, ...values), Math.max(1, highest)]}
    >
      {({ size, isNarrow, x, y }) => {
        const ownPlaces = own.map((point) => ({ x: x(point.x), y: y(point.y) }));
        const breakEvenPlaces = breakEven.map((point) => ({ x: x(point.x), y: y(point.y) }));
        const places = { own: ownPlaces, floor: breakEvenPlaces };
        return (
          <>
            <Hatch id={id} />
            <GridWithEnds gap={10} ticks={amounts.ticks(highest)} ends={ends} />
            <Hatched id={id} {...places} />
            <Line look="breakEven" points={breakEven} isStep />
            <Line look="own" points={own} isStep />
            <Line look="expected" points={[now, { x: last.atMs, y: expectedSats }]} />
            <Dot {...now} />
            <path className="fill-ref" d={marksPath(points, x, size.bottom)} />
            <ChartText
              {...placeOfName(texts.breakEven, { ...places, right: size.right })}
              look="accent"
              text={texts.breakEven}
            />
            <AxisLabels
              start={axisText(first.atMs)}
              middle={
                isNarrow ? undefined : [size.right / 2, axisText((first.atMs + last.atMs) / 2)]
              }
              end={axisText(last.atMs)}
              below={24}
            />
            {momentMs === undefined || moment === undefined ? null : (
              <Tooltip
                x={Math.max(moment.atMs, momentMs)}
                y={moment.valueSats}
                text={texts.pointValue(
                  momentTexts(isByDay)(moment.atMs),
                  amounts.text(moment.valueSats),
                  amounts.text(moment.putInSats),
                )}
              />
            )}
            <PointerArea onMove={setMomentMs} />
          </>
        );
      }}
    </Plot>
  );
}

/**
 * Returns the path of the triangles on the axis, which point up for deposits and down for
 * withdrawals.
 */
function marksPath(
  points: readonly EquityPoint[],
  x: (atMs: number) => number,
  bottom: number,
): string {
  const half = MARK_PX / 2;
  return points
    .map(({ atMs, contributedSats, withdrawnSats }) => {
      const base = `M${x(atMs) - half} ${bottom}h${MARK_PX}l${-half} `;
      const up = contributedSats > 0 ? `${base}${-MARK_PX}Z` : "";
      return withdrawnSats > 0 ? `${up}${base}${MARK_PX}Z` : up;
    })
    .join("");
}
