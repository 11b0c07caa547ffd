/**
 * A short framed label. A solid border marks a fact. A dashed border marks everything else, such as
 * a sample, a demo or an unmonitored value.
 *
 *   <Tag>Held</Tag> <Tag kind="up">Credited</Tag> <SampleTag /> <NotMonitored />
 */
import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";

export type TagKind = "fact" | "sample" | "accent" | "up" | "down";

const KINDS: Record<TagKind, string> = {
  fact: "border-line-strong text-fg-2",
  sample: "border-dashed border-line-control text-fg-2",
  accent: "border-accent-line/50 bg-accent-wash text-accent",
  up: "border-up/45 text-up",
  down: "border-down/45 text-down",
};

export function Tag(props: {
  kind?: TagKind;
  className?: string | undefined;
  children: ReactNode;
}) {
  const kind = props.kind ?? "fact";
  return (
    <span
      className={clsx(
        "inline-flex h-5 items-center gap-1.5 rounded-sm border px-[7px] align-middle text-2xs leading-none font-medium tracking-normal whitespace-nowrap",
        KINDS[kind],
        props.className,
      )}
    >
      {kind === "up" ? <Check className="size-3" aria-hidden /> : null}
      {kind === "down" ? <X className="size-3" aria-hidden /> : null}
      {props.children}
    </span>
  );
}

/** Marks sample data. */
export function SampleTag() {
  return <Tag kind="sample">Sample</Tag>;
}

/** Shown in place of a number that has no data source. */
export function NotMonitored() {
  return <Tag kind="sample">Not monitored</Tag>;
}
