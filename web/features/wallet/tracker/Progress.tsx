/**
 * Shows the four steps on one rail. For a transaction, the rail's third section consists of the six
 * confirmations.
 */
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { LiveRegion } from "../../../ui/loading/LiveRegion.tsx";
import { SixBlockMeter } from "../../../ui/figures/SixBlockMeter.tsx";
import { trackerTexts as texts } from "./strings.ts";
import { LAST_STEP, type TrackerView } from "./tracker-steps.ts";

export function Progress(props: { view: TrackerView; confirmations: number }) {
  const { view, confirmations } = props;
  return (
    <Rail {...view}>
      <SixBlockMeter
        confirmations={confirmations}
        isTakenBack={view.isTakenBack}
        isAhead={view.step === 0}
        isBig
      />
    </Rail>
  );
}

/**
 * A rail whose sections before the current step are filled. `children` replace the third section.
 */
export function Rail(
  props: Pick<TrackerView, "step" | "labels" | "isStopped"> & { children?: ReactNode },
) {
  const { step, labels, isStopped } = props;
  const colour = step === LAST_STEP ? "bg-up" : isStopped ? "bg-down" : "bg-accent-line";
  return (
    <div>
      <progress
        className="sr-only"
        aria-label={texts.progress}
        aria-valuetext={labels[step]}
        max={LAST_STEP}
        value={step}
      />
      <LiveRegion text={labels[step] ?? ""} />
      <div className="grid min-h-[26px] grid-cols-3 items-center gap-1">
        {[0, 1].map((index) => (
          <Stretch key={index} isFull={step > index} colour={colour} />
        ))}
        {props.children ?? <Stretch isFull={step > 2} colour={colour} />}
      </div>
      <ol className="mt-3 grid gap-2 text-sm md:grid-cols-3">
        {labels.map((label, index) => (
          <Step
            key={label}
            label={label}
            place={index - step}
            isDone={index < step || step === LAST_STEP}
            column={COLUMNS[index]}
          />
        ))}
      </ol>
    </div>
  );
}

function Stretch(props: { isFull: boolean; colour: string }) {
  return (
    <div aria-hidden className="h-1 overflow-hidden rounded-sm bg-line-strong">
      <div
        className={clsx("h-full transition-[width] duration-(--slow)", props.colour)}
        style={{ width: props.isFull ? "100%" : "0%" }}
      />
    </div>
  );
}

/** Each label is below the start of its section. The last label is below the end of the rail. */
const COLUMNS = [
  "md:col-start-1",
  "md:col-start-2",
  "md:col-start-3",
  "md:col-start-3 md:justify-self-end",
];

/** `place` is the distance from the current step, which has 0. Earlier steps are negative. */
function Step(props: {
  label: string;
  place: number;
  isDone: boolean;
  column: string | undefined;
}) {
  const { place } = props;
  return (
    <li
      aria-current={place === 0 ? "step" : undefined}
      className={clsx(
        "flex items-center gap-1.5 md:row-start-1",
        props.column,
        place === 0 ? "font-semibold text-fg" : place < 0 ? "text-fg-2" : "text-fg-3",
      )}
    >
      {props.isDone ? <Check className="size-3.5 text-up" aria-hidden /> : null}
      {props.label}
    </li>
  );
}
