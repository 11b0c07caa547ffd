/**
 * An empty list as a single line: its title and the reason why it is empty.
 *
 *   <EmptyPanel title="Withdrawals">No withdrawal was requested.</EmptyPanel>
 */
import { useId, type ReactNode } from "react";

export function EmptyPanel(props: { title: string; end?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section
      className="flex min-h-12 min-w-0 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-surface py-2 pr-4 pl-5 max-md:pl-4"
      aria-labelledby={titleId}
    >
      <h2 id={titleId} className="text-md font-semibold tracking-[-0.006em]">
        {props.title}
      </h2>
      <span className="min-w-0 text-sm text-fg-2">{props.children}</span>
      {props.end === undefined ? null : <span className="ml-auto">{props.end}</span>}
    </section>
  );
}
