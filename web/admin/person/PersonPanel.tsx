/** Shows one of a user's lists, with its own loading, error and empty states and its own paging. */
import type { ReactNode } from "react";
import type { RouteName } from "../../../api/paths.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { withZone } from "../../ui/time/time-text.ts";
import { EmptyPanel } from "../../ui/loading/EmptyPanel.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Table } from "../../ui/layout/Table.tsx";
import { usePages } from "../../data/api/use-pages.ts";
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
  /** Number of numeric columns, counted from the right. */
  numbers?: number;
  end?: ReactNode;
  merge?: (items: readonly Item<List>[]) => readonly Item<List>[];
  children: (item: Item<List>) => ReactNode;
}) {
  const { list, userId, numbers = 0, children: row } = props;
  const { title, empty, columns } = props.texts;
  const pages = usePages([list, userId], (at) => pageOf(list, userId, at));
  // The first column of every list is a time.
  const heads = columns.map((label, at) => ({
    label: at === 0 ? withZone(label) : label,
    isNumber: at >= columns.length - numbers,
  }));
  if (pages.data?.pages.every(({ items }) => items.length === 0))
    return (
      <EmptyPanel title={title} end={props.end}>
        {empty}
      </EmptyPanel>
    );
  return (
    <Panel title={title} end={props.end} isFlush>
      <Loaded query={pages} isFlush lines={3} still={personTexts.still}>
        {(loaded) => {
          const items = loaded.pages.flatMap((page) => page.items);
          return (
            <Table shape="list" isDense caption={title} columns={heads}>
              {(props.merge?.(items) ?? items).map(row)}
            </Table>
          );
        }}
      </Loaded>
      <MorePages pages={pages} label={personTexts.more} />
    </Panel>
  );
}

async function pageOf<List extends PersonList>(
  list: List,
  userId: string,
  at: { readonly cursor?: string },
): Promise<Page<List>> {
  const query = { limit: PAGE_SIZE, ...at };
  const answer: unknown = await api<PersonList>(list, { params: { userId }, query });
  return answer as Page<List>;
}
