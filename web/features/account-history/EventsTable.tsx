/**
 * Virtualized event table that loads more events when the user scrolls near the end. The postings
 * of an expanded event are in the row below.
 */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { withZone } from "../../ui/time/time-text.ts";
import { EventRow } from "./EventRow.tsx";
import { EventPostings } from "./EventPostings.tsx";
import { historyTexts as texts } from "./strings.ts";
import type { LedgerEvent } from "./use-events.ts";

const ROW_PX = 41;
const OVERSCAN = 15;
const FETCH_BEFORE_END = 10;
const COLUMNS = 5;

interface Row {
  readonly event: LedgerEvent;
  readonly isPostings: boolean;
}

export function EventsTable(props: {
  events: readonly LedgerEvent[];
  hasMore: boolean;
  onNearEnd: () => void;
}) {
  const { hasMore, onNearEnd } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = props.events.flatMap((event): Row[] => [
    { event, isPostings: false },
    ...(open.has(event.key) ? [{ event, isPostings: true }] : []),
  ]);
  const table = useRef<HTMLTableElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    const top = table.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => postingsId(rows[index]) ?? rows[index]?.event.key ?? index,
    overscan: OVERSCAN,
    scrollMargin,
  });
  const shown = virtualizer.getVirtualItems();
  const lastIndex = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastIndex >= rows.length - FETCH_BEFORE_END) onNearEnd();
  }, [hasMore, lastIndex, rows.length, onNearEnd]);
  const before = (shown[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <div className="md:overflow-x-auto">
      <table ref={table} className="data-table stack list" aria-rowcount={rows.length}>
        <caption className="sr-only">{texts.title}</caption>
        <Head />
        <tbody>
          <Spacer height={before} />
          {shown.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const { event } = row;
            const placed = { index, measure: virtualizer.measureElement };
            return row.isPostings ? (
              <PostingsRow key={key} id={postingsId(row) ?? ""} {...placed}>
                <EventPostings event={event} isWide />
              </PostingsRow>
            ) : (
              <EventRow
                key={key}
                event={event}
                isOpen={open.has(event.key)}
                controls={`postings ${event.key}`.replaceAll(" ", "-")}
                onPress={() => setOpen(toggle(open, event.key))}
                {...placed}
              />
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  );
}

function postingsId(row: Row | undefined): string | undefined {
  return row?.isPostings ? `postings ${row.event.key}`.replaceAll(" ", "-") : undefined;
}

function toggle(open: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(key)) next.add(key);
  return next;
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">{texts.columns.what}</th>
        <th scope="col">{texts.columns.detail}</th>
        <th scope="col">{texts.columns.status}</th>
        <th scope="col">{withZone(texts.time)}</th>
        <th scope="col" className="num">
          {texts.columns.amount}
        </th>
      </tr>
    </thead>
  );
}

/** Empty block that takes the space of the rows that are not rendered. */
function Spacer(props: { height: number }) {
  if (props.height <= 0) return null;
  return (
    <tr aria-hidden className="p-0! border-0!">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell that keeps the room */}
      <td colSpan={COLUMNS} className="p-0! border-0!" style={{ height: props.height }} />
    </tr>
  );
}

function PostingsRow(props: {
  id: string;
  index: number;
  measure: (element: HTMLTableRowElement | null) => void;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line react/refs -- a callback that takes the element, nothing is read
    <tr ref={props.measure} data-index={props.index} id={props.id} className="opened">
      <td colSpan={COLUMNS}>{props.children}</td>
    </tr>
  );
}
