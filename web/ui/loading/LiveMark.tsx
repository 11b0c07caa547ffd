/**
 * A dot with a word. The dot is solid while the source is live and hollow when it is stale.
 *
 *   <LiveMark>Connected</LiveMark>  <LiveMark isStale>Stale since 14:01:22</LiveMark>
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export function LiveMark(props: { isStale?: boolean; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-[7px] text-xs whitespace-nowrap text-fg-2">
      <span
        className={clsx(
          "size-1.5 flex-none rounded-full",
          props.isStale ? "border-[1.5px] border-accent-line" : "bg-up",
        )}
        aria-hidden
      />
      {props.children}
    </span>
  );
}
