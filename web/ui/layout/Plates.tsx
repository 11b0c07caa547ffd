/**
 * Related figures on a shared plate, divided by hairlines.
 *
 *   <Plates label="Now" className="md:grid-cols-4">
 *     <Plate label="Hash rate" foot="base 300.0"><Figure unit="TH/s" isAccent>450.0</Figure></Plate>
 *   </Plates>
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export function Plates(props: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={props.label}
      className={clsx(
        "grid gap-px overflow-hidden rounded-lg border border-line bg-line",
        props.className,
      )}
    >
      {props.children}
    </section>
  );
}

export function Plate(props: {
  label: ReactNode;
  /** Small line below the figure that names the figure's source. */
  foot?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        "flex min-w-0 flex-col gap-1 bg-surface px-5 py-4 max-md:px-4 max-md:py-3.5",
        props.className,
      )}
    >
      <span className="text-xs font-medium text-fg-2">{props.label}</span>
      {props.children}
      {props.foot === undefined ? null : (
        <div className="mt-auto pt-2 text-xs text-fg-3">{props.foot}</div>
      )}
    </div>
  );
}

/** A key figure with its unit. `isStale` dims the figure, so show the figure's age next to it. */
export function Figure(props: {
  unit?: string;
  size?: "large" | "normal";
  isAccent?: boolean;
  isStale?: boolean;
  children: ReactNode;
}) {
  const isLarge = (props.size ?? "large") === "large";
  return (
    <span
      data-figure
      className={clsx(
        isLarge ? "figure" : "text-lg font-[550] tracking-[-0.012em] whitespace-nowrap",
        props.isAccent && "text-accent",
        props.isStale && "text-fg-3",
      )}
    >
      {props.children}
      {props.unit === undefined ? null : <Unit>{props.unit}</Unit>}
    </span>
  );
}

export function Unit(props: { children: ReactNode }) {
  return (
    <span className="ml-[0.3em] text-[0.62em] font-medium tracking-normal text-fg-3">
      {props.children}
    </span>
  );
}
