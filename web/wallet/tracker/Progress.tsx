/** The four steps with their bar, and one block per confirmation. */
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { SixBlockMeter } from "../../ui/SixBlockMeter.tsx";
import { trackerTexts as texts } from "./strings.ts";
import { LAST_STEP, type TrackerView } from "./tracker-steps.ts";

export function Progress(props: { view: TrackerView; confirmations: number }) {
  const { view, confirmations } = props;
  return (
    <div className="grid gap-5">
      <StepBar {...view} />
      <SixBlockMeter confirmations={confirmations} isTakenBack={view.isTakenBack} isBig />
    </div>
  );
}

/** Four steps. The bar's fill is the step's index over the last index. */
export function StepBar(props: Pick<TrackerView, "step" | "labels" | "isStopped">) {
  const { step, labels, isStopped } = props;
  const width = `${(step / LAST_STEP) * 100}%`;
  return (
    <div>
      <progress
        className="sr-only"
        aria-label={texts.progress}
        aria-valuetext={labels[step]}
        max={LAST_STEP}
        value={step}
      />
      <div aria-hidden className="h-1 rounded-sm bg-line-strong">
        <div
          className={clsx(
            "h-full rounded-sm transition-[width] duration-(--slow)",
            step === LAST_STEP ? "bg-up" : isStopped ? "bg-down" : "bg-accent-line",
          )}
          style={{ width }}
        />
      </div>
      <ol className="mt-3 grid gap-2 text-sm md:grid-cols-4" aria-live="polite">
        {labels.map((label, index) => (
          <Step key={label} label={label} place={index - step} isLast={step === LAST_STEP} />
        ))}
      </ol>
    </div>
  );
}

/** `place` is below 0 for steps behind, 0 for the present one. */
function Step(props: { label: string; place: number; isLast: boolean }) {
  const isDone = props.place < 0 || (props.place === 0 && props.isLast);
  return (
    <li
      aria-current={props.place === 0 ? "step" : undefined}
      className={clsx(
        "flex items-center gap-1.5 md:justify-center md:first:justify-start md:last:justify-end",
        props.place === 0 ? "font-semibold text-fg" : props.place < 0 ? "text-fg-2" : "text-fg-3",
      )}
    >
      {isDone ? <Check className="size-3.5 text-up" aria-hidden /> : null}
      {props.label}
    </li>
  );
}
