/** What stood at the moment under the pointer; the table has the same for everybody else. */
import { ChartText, type ChartSize } from "../../ui/charts/ChartParts.tsx";
import { useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import type { EquityPoint } from "./equity-points.ts";
import { momentTexts } from "./moment-texts.ts";
import { analyticsTexts as texts } from "./strings.ts";

export function EquityMoment(props: {
  point: EquityPoint;
  x: number;
  y: number;
  size: ChartSize;
  isByDay: boolean;
}) {
  const { point, x, y, size } = props;
  const amounts = useChartAmounts();
  const isRight = x > size.right / 2;
  return (
    <g aria-hidden>
      <line x1={x} x2={x} y1={size.top - 8} y2={size.bottom} className="stroke-line-control" />
      <circle cx={x} cy={y} r={3} className="fill-fg" />
      <ChartText
        x={isRight ? size.right : 0}
        y={12}
        anchor={isRight ? "end" : "start"}
        look="strong"
      >
        {momentTexts(props.isByDay)(point.atMs)}: {texts.haveShort} {amounts.text(point.valueSats)},{" "}
        {texts.putInShort} {amounts.text(point.putInSats)}
      </ChartText>
    </g>
  );
}
