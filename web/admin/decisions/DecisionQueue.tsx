/**
 * Lists waiting and decided items, page by page. Explains in advance if the administrator may not
 * decide.
 */
import type { ReactNode } from "react";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import type { usePages } from "../../data/api/use-pages.ts";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { decisionTexts } from "./strings.ts";

/**
 * Polling interval. Every change is published as an event, so polling only matters if the event
 * stream fails.
 */
export const REFRESH_MS = 15_000;

interface QueueTexts<Filter extends string> {
  readonly filter: string;
  readonly filters: Readonly<Record<Filter, string>>;
  readonly empty: Readonly<Record<Filter, { readonly title: string; readonly text: string }>>;
  /** A reassuring fact that remains true if the list cannot be loaded. */
  readonly still: string;
}

interface Decidable {
  readonly state: string;
  readonly obstacle: string | null;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export function DecisionQueue<Filter extends string, Item extends Decidable>(props: {
  queue: ReturnType<typeof usePages<Page<Item>>>;
  texts: QueueTexts<Filter>;
  filters: readonly Filter[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** State of items that wait for a decision. */
  waitingState: Item["state"];
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { queue, texts, filter, waitingState } = props;
  const items = queue.data?.pages.flatMap((page) => page.items) ?? [];
  const { title, text } = texts.empty[filter];
  const isHindered = (by: string) =>
    items.some(({ state, obstacle }) => state === waitingState && obstacle === by);
  return (
    <div className="grid gap-4">
      {isHindered("authority_waiting") || isHindered("authority_unconfirmed") ? (
        <AuthorityNote />
      ) : null}
      <Panel isFlush>
        <div className="border-b border-line px-5 py-3 max-md:px-4">
          <Segments
            label={texts.filter}
            value={filter}
            onChange={props.onFilter}
            options={props.filters.map((value) => ({ value, label: texts.filters[value] }))}
          />
        </div>
        <Loaded query={queue} isFlush lines={6} still={texts.still}>
          {() =>
            items.length === 0 ? (
              <Empty title={title}>{text}</Empty>
            ) : (
              <>
                {props.children(items)}
                <MorePages pages={queue} label={decisionTexts.more} end={decisionTexts.end} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}
