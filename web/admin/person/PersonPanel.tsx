/** One list about a person, loaded by itself: its own waiting, error with Retry, emptiness and further pages. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RouteName } from "../../../api-schema/paths.ts";
import { api, type ApiAnswer } from "../../api.ts";
import { Button } from "../../ui/Button.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Table } from "../../ui/Table.tsx";
import { personTexts } from "./strings.ts";

type PersonList = Extract<RouteName, `listPerson${string}`>;
type Item<List extends PersonList> = ApiAnswer<List>["items"][number];
interface Page<List extends PersonList> {
  readonly items: readonly Item<List>[];
  readonly nextCursor: string | null;
}

const PAGE_SIZE = 10;

export function PersonPanel<List extends PersonList>(props: {
  list: List;
  userId: string;
  texts: { readonly title: string; readonly empty: string; readonly columns: readonly string[] };
  /** How many columns at the right end hold numbers. */
  numbers?: number;
  end?: ReactNode;
  children: (item: Item<List>) => ReactNode;
}) {
  const { list, userId, numbers = 0, children: row } = props;
  const { title, empty, columns } = props.texts;
  const pages = useInfiniteQuery({
    queryKey: [list, userId],
    queryFn: ({ pageParam }) => pageOf(list, userId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const heads = columns.map((label, at) => ({ label, isNumber: at >= columns.length - numbers }));
  return (
    <Panel title={title} end={props.end} isFlush>
      <Loaded query={pages} isFlush lines={3} still={personTexts.still}>
        {(loaded) => {
          const items = loaded.pages.flatMap((page) => page.items);
          if (items.length === 0)
            return <p className="px-5 py-4 text-sm text-fg-2 max-md:px-4">{empty}</p>;
          return (
            <Table shape="list" isDense caption={title} columns={heads}>
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
            busyLabel={personTexts.loadingMore}
            onClick={() => void pages.fetchNextPage()}
          >
            {personTexts.more}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

async function pageOf<List extends PersonList>(
  list: List,
  userId: string,
  cursor: string | undefined,
): Promise<Page<List>> {
  const query = cursor === undefined ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor };
  const answer: unknown = await api<PersonList>(list, { params: { userId }, query });
  return answer as Page<List>;
}
