/**
 * Panel below the list of addresses, for the selected verification method.
 *
 *   <WayPanel title={texts.title}>...</WayPanel>
 */
import type { ReactNode } from "react";

export function WayPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4 grid max-w-[640px] gap-4 border-t border-line pt-4">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
