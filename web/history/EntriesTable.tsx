/**
 * The entries, only as many rows in the page as fit the window; more are fetched when the end comes
 * near.
 */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { When } from "../time/When.tsx";
import { zoneName } from "../time/time-text.ts";
import { Amount, Usd } from "../ui/Amount.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Cause } from "./Cause.tsx";
import { codeWords, historyTexts as texts } from "./strings.ts";
import type { Entry } from "./use-entries.ts";

const ROW_PX = 41;
const OVERSCAN = 15;
const FETCH_BEFORE_END = 10;

export function EntriesTable(props: {
  entries: readonly Entry[];
  hasMore: boolean;
  onNearEnd: () => void;
}) {
  const { entries, hasMore, onNearEnd } = props;
  const table = useRef<HTMLTableElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    const top = table.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin,
  });
  const rows = virtualizer.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastIndex >= entries.length - FETCH_BEFORE_END) onNearEnd();
  }, [hasMore, lastIndex, entries.length, onNearEnd]);
  const before = (rows[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <table ref={table} className="data-table stack list" aria-rowcount={entries.length}>
      <caption className="sr-only">{texts.title}</caption>
      <thead>
        <tr>
          <th scope="col">Time ({zoneName()})</th>
          <th scope="col">{texts.columns.what}</th>
          <th scope="col">{texts.columns.cause}</th>
          <th scope="col" className="num">
            {texts.columns.amount}
          </th>
          <th scope="col" className="num">
            {texts.columns.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        <Spacer height={before} />
        {rows.map((row) => {
          const entry = entries[row.index];
          return entry === undefined ? null : (
            <EntryRow
              key={row.key}
              entry={entry}
              index={row.index}
              measure={virtualizer.measureElement}
            />
          );
        })}
        <Spacer height={after} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that are not in the page. */
function Spacer(props: { height: number }) {
  if (props.height <= 0) return null;
  return (
    <tr aria-hidden className="p-0! border-0!">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell that keeps the room */}
      <td colSpan={5} className="p-0! border-0!" style={{ height: props.height }} />
    </tr>
  );
}

function EntryRow(props: {
  entry: Entry;
  index: number;
  measure: (element: HTMLTableRowElement | null) => void;
}) {
  const { entry } = props;
  return (
    // oxlint-disable-next-line react/refs -- a callback that takes the element, nothing is read
    <tr ref={props.measure} data-index={props.index}>
      <td className="end text-fg-2">
        <When at={entry.at} className="mono" />
      </td>
      <td className="lead">
        {codeWords(entry.code, entry.cause)} {entry.account === "held" ? <Tag>Held</Tag> : null}
      </td>
      <td>
        <Cause cause={entry.cause} />
      </td>
      <td className="num font-medium">
        <Money sats={entry.amountSats} cents={entry.amountCents} isSigned />
      </td>
      <td className="num hide-small text-fg-2">
        <Money sats={entry.balanceAfterSats} cents={entry.balanceAfterCents} />
      </td>
    </tr>
  );
}

function Money(props: { sats: number | null; cents: number | null; isSigned?: boolean }) {
  const isSigned = props.isSigned ?? false;
  if (props.sats !== null) return <Amount sats={props.sats} isSigned={isSigned} />;
  if (props.cents !== null) return <Usd cents={props.cents} isSigned={isSigned} />;
  return null;
}
