/**
 * Lists administrators' actions on this account with time and reason. Only administrators see who
 * performed an action.
 */
import { changeWords } from "../audit/change-words.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { When } from "../../ui/time/When.tsx";
import { withZone } from "../../ui/time/time-text.ts";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { usePages } from "../../data/api/use-pages.ts";
import { accountActionsTexts as texts, actionWords, actorWords } from "./account-actions.ts";

type Action = ApiAnswer<"listOwnAudit">["items"][number];

const PAGE_SIZE = 10;

export function AccountActions() {
  const actions = usePages(["listOwnAudit", "pages"], (at) =>
    api("listOwnAudit", { query: { limit: PAGE_SIZE, ...at } }),
  );
  return (
    <Panel title={texts.title} isFlush foot={texts.foot}>
      <Loaded query={actions} isFlush lines={3}>
        {({ pages }) => <List items={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <MorePages pages={actions} label={texts.older} />
    </Panel>
  );
}

function List({ items }: { items: readonly Action[] }) {
  if (items.length === 0) return <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>;
  const { columns } = texts;
  return (
    <Table
      shape="list"
      caption={texts.title}
      columns={[withZone(columns.time), columns.what, columns.who, columns.reason]}
    >
      {items.map((item) => {
        const change = changeWords(item.before, item.after);
        return (
          <tr key={item.seq}>
            <Cell className="end text-fg-2">
              <When at={item.at} className="mono" />
            </Cell>
            <Cell className="lead">
              <span className="min-w-0 break-words whitespace-normal">
                {actionWords(item.action)}
                {change === "" ? null : <span className="text-fg-2">: {change}</span>}
              </span>
            </Cell>
            <Cell className="text-fg-2">{actorWords(item)}</Cell>
            <Cell label={columns.reason}>
              <span className="block max-w-80 min-w-0 break-words whitespace-normal">
                {item.reason}
              </span>
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}
