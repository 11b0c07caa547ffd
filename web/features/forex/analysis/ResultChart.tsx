/** Draws the profit or loss at each close, with the break-even line at zero. */
import { useState } from "react";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { AxisLabels, GridWithEnds } from "../../../ui/charts/labels.tsx";
import { BreakEven, Dot, Line } from "../../../ui/charts/marks.tsx";
import { Plot, type PlotSize } from "../../../ui/charts/Plot.tsx";
import { roundTicks } from "../../../ui/charts/scale.ts";
import { PointerArea, Tooltip } from "../../../ui/charts/Tooltip.tsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { shortDayText } from "./day-text.ts";
import type { AnalysisAnswer } from "./figure-text.ts";
import { analysisTexts as texts } from "./strings.ts";

const WIDE: PlotSize = { width: 1180, height: 220, right: 1080, top: 24, bottom: 188 };
const NARROW: PlotSize = { width: 312, height: 200, right: 236, top: 24, bottom: 168 };
const TICKS = 3;

export function ResultChart({ days }: { days: AnalysisAnswer["equity"]["days"] }) {
  const [at, setAt] = useState<number>();
  const last = days.at(-1);
  if (last === undefined || days.length < 2)
    return <p className="text-sm text-fg-2">{texts.tooShort}</p>;
  // The curve begins at zero, before the first close.
  const points = [
    { x: 0, y: 0 },
    ...days.map(({ resultCents }, x) => ({ x: x + 1, y: resultCents })),
  ];
  const values = points.map(({ y }) => y);
  const [low, high] = [Math.min(...values), Math.max(...values, 1)];
  const text = (cents: number) => usdText(BigInt(Math.round(cents)), { isSigned: true });
  const end = { value: last.resultCents, text: text(last.resultCents), look: "strong" } as const;
  const index = at === undefined ? 0 : Math.min(days.length, Math.max(1, Math.round(at)));
  const shown = at === undefined ? undefined : days[index - 1];
  return (
    <Plot
      summary={texts.curveSummary(wholeText(days.length), text(last.resultCents))}
      wide={WIDE}
      narrow={NARROW}
      x={[0, days.length]}
      y={[low, high]}
    >
      {() => (
        <>
          <GridWithEnds
            gap={8}
            ticks={roundTicks(low, high, TICKS)
              .filter((value) => value !== 0)
              .map((value) => ({ value, text: text(value) }))}
            ends={[end]}
          />
          <BreakEven at={0} label={texts.breakEven} />
          <Line look="own" points={points} />
          <Dot x={days.length} y={last.resultCents} />
          <AxisLabels start={shortDayText(days[0]?.day ?? "")} end={shortDayText(last.day)} />
          {shown === undefined ? null : (
            <Tooltip
              x={index}
              y={shown.resultCents}
              text={texts.pointValue(shortDayText(shown.day), text(shown.resultCents))}
            />
          )}
          <PointerArea onMove={setAt} />
        </>
      )}
    </Plot>
  );
}
