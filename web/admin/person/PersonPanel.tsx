/** One list about a person, loaded by itself: its own waiting, error with Retry, emptiness and further pages. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { personTexts as texts } from "./strings.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export const PAGE = { limit: 10 } as const;

export function PersonPanel<Item>(props: {
  title: string;
  empty: string;
  columns: readonly Column[];
  /** First the route's name, then the person's id. */
  queryKey: readonly [string, string];
  load: (page: { cursor?: string }) => Promise<Page<Item>>;
  end?: ReactNode;
  children: (item: Item) => ReactNode;
}) {
  const { title, columns, load, children: row } = props;
  const pages = useInfiniteQuery({
    queryKey: props.queryKey,
    queryFn: ({ pageParam }) => load(pageParam === undefined ? {} : { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return (
    <Panel title={title} end={props.end} isFlush>
      <Loaded query={pages} isFlush lines={3} still={texts.still}>
        {(loaded) => {
          const items = loaded.pages.flatMap((page) => page.items);
          if (items.length === 0)
            return <p className="px-5 py-4 text-sm text-fg-2 max-md:px-4">{props.empty}</p>;
          return (
            <Table shape="list" isDense caption={title} columns={columns}>
              {items.map(row)}
            </Table>
          );
        }}
      </Loaded>
      {pages.hasNextPage ? (
        <div className="border-t border-line px-5 py-3 max-md:px-4">
          <Button
            size="small"
            isBusy={pages.isFetchingNextPage}
            busyLabel={texts.loadingMore}
            onClick={() => void pages.fetchNextPage()}
          >
            {texts.more}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
