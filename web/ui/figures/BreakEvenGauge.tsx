/**
 * Shows a profit or loss relative to its break-even line: losses below the amber line, gains above
 * it. The area is hatched because the result is only an expectation. The figure is shown next to
 * the drawing.
 *
 *   <BreakEvenGauge floor="break-even" up={24} figure={<Usd cents={4598} isResult />} note="USD" />
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { BreakEvenLine } from "./BreakEvenLine.tsx";

/** Maximum heights of a loss below the line and a gain above it, in pixels. */
export const LOSS_PX_MAX = 65;
export const GAIN_PX_MAX = 38;
const HEIGHT_PX = 118;
const LINE_PX = 42;

export function BreakEvenGauge(props: {
  /** Label of the line. */
  floor: string;
  /** Height of the bar above the line in pixels. Negative if the bar is below the line. */
  up: number;
  figure: ReactNode;
  note: ReactNode;
}) {
  const { up } = props;
  const isLoss = up < 0;
  const height = Math.max(2, Math.abs(up));
  return (
    <div className="relative h-[118px]">
      <BreakEvenLine className="absolute! inset-x-0 top-[42px] z-1 h-0.5!" />
      <span className="absolute top-[21px] right-[22px] text-xs text-accent max-md:right-4">
        {props.floor}
      </span>
      <svg
        aria-hidden
        className={clsx(
          "absolute left-[22px] w-[76px] border max-md:left-4",
          up === 0 && "hidden",
          isLoss ? "top-11 border-t-0 border-down hatch-down" : "border-b-0 border-up hatch-up",
        )}
        style={isLoss ? { height } : { height, bottom: HEIGHT_PX - LINE_PX }}
      />
      <div className="absolute top-[52px] left-[116px] max-md:left-[110px]">
        <div className="figure text-[2rem] leading-9">{props.figure}</div>
        <span className="text-xs text-fg-2">{props.note}</span>
      </div>
    </div>
  );
}
