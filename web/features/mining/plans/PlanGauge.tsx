/**
 * Draws an offer's profit or loss as a gauge that starts at the break-even line. All offers share
 * one scale.
 */
import { Usd } from "../../../ui/figures/Amount.tsx";
import { BreakEvenGauge, GAIN_PX_MAX, LOSS_PX_MAX } from "../../../ui/figures/BreakEvenGauge.tsx";
import { planTexts as texts } from "./strings.ts";

export function PlanGauge(props: {
  resultCents: number;
  all: readonly number[];
  /** Notes under the figure. Defaults to the notes for plans. */
  notes?: { readonly loss: string; readonly gain: string; readonly even: string };
  floor?: string;
}) {
  const { resultCents } = props;
  const notes = props.notes ?? {
    loss: texts.expectedLoss,
    gain: texts.expectedGain,
    even: texts.breakEven,
  };
  const result = resultCents < 0 ? notes.loss : notes.gain;
  return (
    <BreakEvenGauge
      floor={props.floor ?? texts.breakEven}
      up={resultCents * pxPerCent(props.all)}
      figure={<Usd cents={resultCents} isResult hasUnit={false} />}
      note={resultCents === 0 ? notes.even : result}
    />
  );
}

function pxPerCent(all: readonly number[]): number {
  const worst = Math.max(1, ...all.map((cents) => -cents));
  const best = Math.max(1, ...all);
  return Math.min(LOSS_PX_MAX / worst, GAIN_PX_MAX / best);
}
