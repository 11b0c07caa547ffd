/**
 * A panel with hairline borders: head, body and foot.
 *
 *   <Panel title="Activity" tags={<Tag kind="sample">Sample</Tag>} end={<Link ...>Full history</Link>} foot="...">...</Panel>
 *   <Panel title="Activity" isFlush>  for a table that reaches the edges
 */
import { clsx } from "clsx";
import { useId, type ReactNode } from "react";

export function Panel(props: {
  title?: ReactNode;
  /**
   * Id of the title. Required in islands, because an island is a separate React root and would
   * generate other ids than the prerendered page.
   */
  titleId?: string;
  tags?: ReactNode;
  /** Content on the right of the head. */
  end?: ReactNode;
  foot?: ReactNode;
  isFlush?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const generatedId = useId();
  const { titleId = generatedId } = props;
  return (
    <section
      className={clsx(
        "flex min-w-0 flex-col rounded-lg border border-line bg-surface",
        props.className,
      )}
      aria-labelledby={props.title === undefined ? undefined : titleId}
    >
      {props.title === undefined ? null : (
        <div
          className={clsx(
            "flex min-h-12 flex-wrap items-center gap-2.5 border-b border-line py-2 pr-4 pl-5 max-md:pl-4",
            // Keeps the 44 px high button away from the borders.
            props.end !== undefined && "max-md:py-1.5",
          )}
        >
          <h2 id={titleId} className="text-md font-semibold tracking-[-0.006em] wrap-anywhere">
            {props.title}
          </h2>
          {props.tags}
          {props.end === undefined ? null : (
            <div className="ml-auto flex items-center gap-2.5">{props.end}</div>
          )}
        </div>
      )}
      <div className={clsx("min-w-0 flex-1", !props.isFlush && "p-5 max-md:p-4")}>
        {props.children}
      </div>
      {props.foot === undefined ? null : (
        <div className="border-t border-line px-5 py-3 text-xs wrap-anywhere text-fg-2 max-md:px-4">
          {props.foot}
        </div>
      )}
    </section>
  );
}
