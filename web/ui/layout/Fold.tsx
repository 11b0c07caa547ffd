/**
 * A collapsible section that shows its most important fact while folded. Several sections can share
 * a plate. Users can unfold a section with a click, with find-in-page, or with a screen reader.
 *
 *   <Folds>
 *     <Fold title="Bitcoin node" fact="block 12,406" isOpen={isInTrouble}>...</Fold>
 *   </Folds>
 */
import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";

export function Folds(props: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-lg border border-line bg-surface">
      {props.children}
    </div>
  );
}

export function Fold(props: {
  /** Id targeted by links and `openFold`. */
  id?: string | undefined;
  title: ReactNode;
  /** Line shown while the section is folded. */
  fact?: ReactNode;
  /**
   * Unfolds the section when the value becomes true and folds it when the value becomes false.
   * Users can still toggle the section.
   */
  isOpen?: boolean;
  /** Right-aligned content above the section's content. */
  end?: ReactNode;
  foot?: ReactNode;
  isFlush?: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <details id={props.id} open={props.isOpen === true} className="group/fold scroll-mt-4">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-x-3 py-2 pr-5 pl-4 hover:bg-hover max-md:min-h-11 max-md:flex-wrap max-md:px-4 max-md:py-1 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-4 flex-none text-fg-3 transition-transform duration-(--fast) group-open/fold:rotate-90"
            strokeWidth={1.5}
            aria-hidden
          />
          <h2 id={titleId} className="flex-none text-md font-semibold tracking-[-0.006em]">
            {props.title}
          </h2>
          {props.fact === undefined ? null : (
            <span className="ml-auto min-w-0 truncate text-sm text-fg-2 max-md:ml-7 max-md:w-full max-md:text-xs">
              {props.fact}
            </span>
          )}
        </summary>
        {props.end === undefined ? null : (
          <div className="flex flex-wrap justify-end gap-2.5 border-t border-line px-5 py-3 max-md:px-4">
            {props.end}
          </div>
        )}
        <div className={clsx("border-t border-line", !props.isFlush && "p-5 max-md:p-4")}>
          {props.children}
        </div>
        {props.foot === undefined ? null : (
          <div className="border-t border-line px-5 py-3 text-xs wrap-anywhere text-fg-2 max-md:px-4">
            {props.foot}
          </div>
        )}
      </details>
    </section>
  );
}

/**
 * Unfolds the section with this id and scrolls to it. Returns false if there is no such section.
 */
export function openFold(id: string): boolean {
  const fold = document.getElementById(id);
  if (!(fold instanceof HTMLDetailsElement)) return false;
  fold.open = true;
  fold.scrollIntoView();
  return true;
}
