/**
 * The floor of a plan: a loss hangs from the amber line, a gain stands on it, all plans in one
 * scale.
 */
import { clsx } from "clsx";
import { Usd } from "../../ui/Amount.tsx";
import { FloorLine } from "../../ui/FloorLine.tsx";
import { planTexts as texts } from "./strings.ts";

const LOSS_PX_MAX = 65;
const GAIN_PX_MAX = 38;

export function PlanGauge(props: {
  resultCents: number;
  all: readonly number[];
  /** Under the figure; a plan's own words without it. */
  notes?: { readonly loss: string; readonly gain: string; readonly even: string };
  /** Name of the line. */
  floor?: string;
}) {
  const { resultCents } = props;
  const isLoss = resultCents < 0;
  const notes = props.notes ?? {
    loss: texts.expectedLoss,
    gain: texts.expectedGain,
    even: texts.breakEven,
  };
  const words = isLoss ? notes.loss : notes.gain;
  const height = Math.max(2, Math.abs(resultCents) * pxPerCent(props.all));
  return (
    <div className="relative h-[118px]">
      <FloorLine className="absolute! inset-x-0 top-[42px] z-1 h-0.5!" />
      <span className="absolute top-[21px] right-[22px] text-xs text-accent max-md:right-4">
        {props.floor ?? texts.breakEven}
      </span>
      <svg
        aria-hidden
        className={clsx(
          "absolute left-[22px] w-[76px] border max-md:left-4",
          resultCents === 0 && "hidden",
          isLoss ? "top-11 border-t-0 border-down hatch-down" : "border-b-0 border-up hatch-up",
        )}
        style={isLoss ? { height } : { height, bottom: 118 - 42 }}
      />
      <div className="absolute top-[52px] left-[116px] max-md:left-[110px]">
        <div className="figure text-[2rem] leading-9">
          <Usd cents={resultCents} isResult hasUnit={false} />
        </div>
        <span className="text-xs text-fg-2">{resultCents === 0 ? notes.even : words}</span>
      </div>
    </div>
  );
}

function pxPerCent(all: readonly number[]): number {
  const worst = Math.max(1, ...all.map((cents) => -cents));
  const best = Math.max(1, ...all);
  return Math.min(LOSS_PX_MAX / worst, GAIN_PX_MAX / best);
}
