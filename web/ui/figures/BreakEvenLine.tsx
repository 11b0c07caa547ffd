/**
 * The amber line that marks break-even or the price paid. Requires a label unless the chart already
 * labels the line.
 */
import { clsx } from "clsx";

export function BreakEvenLine(props: { label?: string; className?: string | undefined }) {
  return (
    <div className={clsx("relative h-[3px] bg-accent-line", props.className)}>
      {props.label === undefined ? null : (
        <span className="absolute right-0 bottom-full mb-2 text-xs leading-none font-medium text-accent">
          {props.label}
        </span>
      )}
    </div>
  );
}
