/** A part of the analysis: title, controls, content and a line about its limits. */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export function Section(props: {
  title: string;
  end?: ReactNode;
  foot?: ReactNode;
  isFlush?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-label={props.title} className="border-b border-line">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-5 pt-3 pb-1 max-md:px-4">
        <h3 className="text-sm font-semibold">{props.title}</h3>
        {props.end === undefined ? null : <div className="ml-auto">{props.end}</div>}
      </div>
      <div className={clsx(!props.isFlush && "px-5 pt-1 pb-3 max-md:px-4")}>{props.children}</div>
      {props.foot === undefined ? null : (
        <p className="max-w-[80ch] px-5 pt-2 pb-3 text-xs text-fg-3 max-md:px-4">{props.foot}</p>
      )}
    </section>
  );
}
