/**
 * A notice inside a page. The kind of notice is indicated by a line on the left and a word.
 *
 *   <Note><strong>Test coins only.</strong> ...</Note>  <Note kind="bad">...</Note>
 */
import { clsx } from "clsx";
import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export function Note(props: { kind?: "info" | "bad"; children: ReactNode }) {
  const isBad = props.kind === "bad";
  const Icon = isBad ? TriangleAlert : Info;
  return (
    <div
      className={clsx(
        "flex gap-3 rounded-md rounded-l-sm border border-l-2 border-line px-4 py-3 text-sm text-fg-2 [&_strong]:font-semibold [&_strong]:text-fg",
        isBad ? "border-l-down" : "border-l-accent-line",
      )}
    >
      <Icon
        className={clsx("mt-0.5 size-4 flex-none", isBad ? "text-down" : "text-accent")}
        strokeWidth={1.5}
        aria-hidden
      />
      <div className="min-w-0">{props.children}</div>
    </div>
  );
}
