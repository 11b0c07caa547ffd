/**
 * Lists instruments in the user's own order with their latest prices. A wide list has one line per
 * instrument. A narrow list shows the ask below the bid and the spread below the pair.
 */
import { Search } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { readScaled, type Board } from "../quotes/live-quote.ts";
import { watchTexts as texts } from "./strings.ts";
import type { Range } from "./DayRange.tsx";
import { useWatchOrder } from "./use-watch-order.ts";
import { inOrder, isFound } from "./watch-order.ts";
import { RANGE, WatchRow, WIDE } from "./WatchRow.tsx";

export const SEARCH_ID = "forex-search";

export function Watchlist(props: {
  board: Board;
  chosen: string;
  onChoose: (name: string) => void;
  /** Opens the form of a new alert. Absent in a replay. */
  onAlert: ((name: string) => void) | undefined;
  foot: ReactNode;
}) {
  const { board, chosen, onChoose } = props;
  const { order, star, move } = useWatchOrder();
  const [typed, setTyped] = useState("");
  const [isArranging, setIsArranging] = useState(false);
  const ranges = useMemo(() => rangesOf(board), [board]);
  // The board of a blind replay has one instrument, which is not in the user's list.
  const [only] = board.quotes.length === 1 ? board.quotes : [];
  const names = only ? [only.instrument] : inOrder(order);
  const matches = names.filter((name) => isFound(name, typed));
  return (
    <div className="desk-watch">
      <Panel
        title={texts.title}
        isFlush
        className="@container"
        foot={props.foot}
        end={
          only ? null : (
            <Button size="small" variant="quiet" onClick={() => setIsArranging(!isArranging)}>
              {isArranging ? texts.done : texts.arrange}
            </Button>
          )
        }
      >
        <label className="flex h-10 flex-none items-center gap-2 border-b border-line px-5 text-fg-3 focus-within:text-fg max-md:h-11 max-md:px-4">
          <Search className="size-3.5 flex-none" strokeWidth={1.5} aria-hidden />
          <span className="sr-only">{texts.search}</span>
          <input
            id={SEARCH_ID}
            type="search"
            className="h-full w-full min-w-0 bg-transparent text-sm text-fg outline-0 placeholder:text-fg-3 max-md:text-md"
            placeholder={texts.search}
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              const [first] = matches;
              if (event.key === "Enter" && first !== undefined) {
                onChoose(first);
                setTyped("");
                event.currentTarget.blur();
              }
              if (event.key === "Escape") {
                setTyped("");
                event.currentTarget.blur();
              }
            }}
          />
        </label>
        <div className="watch">
          <table>
            <caption className="sr-only">{texts.caption}</caption>
            <Head isArranging={isArranging} />
            <tbody>
              {matches.map((name) => (
                <WatchRow
                  key={name}
                  name={name}
                  isChosen={name === chosen}
                  isStarred={order.starred.includes(name)}
                  isArranging={isArranging}
                  range={ranges.get(name)}
                  onChoose={onChoose}
                  onAlert={props.onAlert}
                  onStar={only ? undefined : star}
                  onMove={move}
                />
              ))}
            </tbody>
          </table>
          {matches.length === 0 ? (
            <p className="px-5 py-4 text-sm text-fg-2">{texts.nothing}</p>
          ) : null}
        </div>
      </Panel>
    </div>
  );
}

function Head({ isArranging }: { isArranging: boolean }) {
  const { columns } = texts;
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="sr-only">{columns.star}</span>
        </th>
        <th scope="col">{columns.instrument}</th>
        <th scope="col" className="num">
          {columns.bid}
          <span className="@md:hidden"> / {columns.ask}</span>
        </th>
        <th scope="col" className={`num ${WIDE}`}>
          {columns.ask}
        </th>
        <th scope="col" className={`num ${WIDE}`}>
          {columns.spread}
        </th>
        <th scope="col" className="num">
          {isArranging ? columns.place : columns.day}
        </th>
        <th scope="col" className={`num ${RANGE}`}>
          {columns.range}
        </th>
      </tr>
    </thead>
  );
}

function rangesOf(board: Board): ReadonlyMap<string, Range> {
  return new Map(
    board.quotes.flatMap(({ instrument, dayLow, dayHigh }) => {
      const low = readScaled(dayLow, instrument);
      const high = readScaled(dayHigh, instrument);
      return low === undefined || high === undefined ? [] : [[instrument, { low, high }]];
    }),
  );
}
