/**
 * Rows of a label and a value.
 *
 *   <KeyValues><KeyValue label="Costs"><Amount sats={12500} /></KeyValue></KeyValues>
 */
import type { ReactNode } from "react";

export function KeyValues(props: { children: ReactNode }) {
  return <dl className="grid text-sm">{props.children}</dl>;
}

export function KeyValue(props: { label: ReactNode; children: ReactNode; isSum?: boolean }) {
  return (
    <div
      className={
        props.isSum
          ? "flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-control py-[7px]"
          : "flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-[7px] last:border-b-0"
      }
    >
      <dt className="text-fg-2">{props.label}</dt>
      <dd className="ml-auto min-w-0 text-right font-medium">{props.children}</dd>
    </div>
  );
}
