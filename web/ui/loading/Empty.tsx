/**
 * An empty state: what will appear, why nothing is shown yet, and one action.
 *
 *   <Empty title="No positions yet" action={<Link ...>See the terms</Link>}>Stakes you open appear here ...</Empty>
 */
import type { ReactNode } from "react";

export function Empty(props: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2.5 px-5 py-6 text-sm max-md:px-4 text-fg-2">
      <strong className="text-base font-semibold text-fg">{props.title}</strong>
      <span className="max-w-[60ch]">{props.children}</span>
      {props.action}
    </div>
  );
}
