/**
 * One block per confirmation: amber while counting, green when complete, hatched red after a reorg.
 *
 *   <SixBlockMeter confirmations={3} />  <SixBlockMeter confirmations={2} isTakenBack isBig />
 */
import { clsx } from "clsx";
import { meterTexts as texts } from "./strings.ts";

const REQUIRED = 6;

export function SixBlockMeter(props: {
  confirmations: number;
  isTakenBack?: boolean;
  /** Large size for the tracker, where the meter fills the width. */
  isBig?: boolean;
  /** True if the transaction has not been sent, so that no block is expected yet. */
  isAhead?: boolean;
  /**
   * True for deposits, which are credited at six blocks. Other transactions are completed at six
   * blocks.
   */
  isDeposit?: boolean;
  /** True to show n/6 next to the blocks. */
  hasCount?: boolean;
}) {
  const count = Math.max(0, Math.min(REQUIRED, props.confirmations));
  const isDone = count === REQUIRED && !props.isTakenBack;
  const blockAt = (index: number) => {
    if (props.isTakenBack) return index < Math.max(count, 1) ? "taken" : "empty";
    if (isDone) return "done";
    if (index < count) return "on";
    return index === count && props.isAhead !== true ? "next" : "empty";
  };
  return (
    <span className={clsx("inline-flex items-center gap-2", props.isBig && "w-full")}>
      <span
        aria-hidden
        className={clsx(
          "inline-grid grid-cols-6 align-middle",
          props.isBig ? "meter-big w-full gap-1" : "w-[62px] gap-0.5",
        )}
      >
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <i key={index} className="meter-block" data-block={blockAt(index)} />
        ))}
      </span>
      <span className="sr-only">{labelOf(count, isDone, props)}</span>
      {props.hasCount ? (
        <span className="text-xs text-fg-3" aria-hidden>
          {count}/{REQUIRED}
        </span>
      ) : null}
    </span>
  );
}

function labelOf(
  count: number,
  isDone: boolean,
  { isTakenBack, isDeposit }: { isTakenBack?: boolean; isDeposit?: boolean },
): string {
  if (isTakenBack) return texts.undone;
  if (!isDone) return texts.counting(count, REQUIRED);
  return isDeposit ? texts.credited(count, REQUIRED) : texts.completed(count, REQUIRED);
}
