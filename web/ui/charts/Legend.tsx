/** The legend of a chart: line samples with their names. */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export function Legend(props: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-[18px] gap-y-1 text-xs text-fg-2">{props.children}</div>
  );
}

export function LegendEntry(props: {
  kind: "own" | "reference" | "expected" | "band" | "breakEven";
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-center gap-[7px]">
      <i
        aria-hidden
        className={clsx("w-3.5", {
          "border-t-2 border-fg": props.kind === "own",
          "border-t-[1.5px] border-ref": props.kind === "reference",
          "border-t-[1.5px] border-dashed border-ref": props.kind === "expected",
          "h-2 border border-ref/40 bg-band": props.kind === "band",
          "border-t-2 border-accent-line": props.kind === "breakEven",
        })}
      />
      {props.children}
    </span>
  );
}
