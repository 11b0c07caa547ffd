/** Lists the user's withdrawals with their states. Unsigned withdrawals can be cancelled. */
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { ReceiptLink } from "../../../ui/navigation/ReceiptLink.tsx";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SixBlockMeter } from "../../../ui/figures/SixBlockMeter.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { CancelButton, isCancellable } from "../tracker/CancelButton.tsx";
import { withdrawTexts as texts } from "./strings.ts";
import { TransactionLink } from "../tracker/TransactionLink.tsx";
import { withdrawalStates } from "../../account-history/withdrawal-state.ts";

type OneWithdrawal = ApiAnswer<"listWithdrawals">["items"][number];

export function RecentWithdrawals() {
  const withdrawals = usePages(
    ["listWithdrawals", "pages"],
    (at) => api("listWithdrawals", { query: { limit: 20, ...at } }),
    { refetchInterval: 15_000 },
  );
  return (
    <Panel title={texts.recent} isFlush>
      <Loaded query={withdrawals} isFlush>
        {({ pages }) => <List items={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <MorePages pages={withdrawals} label={texts.older} />
    </Panel>
  );
}

function List({ items }: { items: readonly OneWithdrawal[] }) {
  if (items.length === 0)
    return <p className="px-5 py-6 text-sm text-fg-2 max-md:px-4">{texts.recentEmpty}</p>;
  return (
    <Table
      shape="list"
      caption={texts.recent}
      columns={[
        withZone(texts.columns.time),
        texts.columns.transaction,
        texts.columns.state,
        { label: texts.columns.arrives, isMoney: true },
      ]}
    >
      {items.map((withdrawal) => (
        <Row key={withdrawal.id} {...withdrawal} />
      ))}
    </Table>
  );
}

function Row(props: OneWithdrawal) {
  return (
    <tr>
      <Cell className="end text-fg-2">
        <When at={props.createdAt} className="mono" />
      </Cell>
      <Cell className="lead">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TransactionLink id={props.txid ?? props.id} hasCopy={false} />
          {props.isSimulated ? (
            <Tag kind="sample">
              {texts.methodNames[props.method]}, {texts.simulatorTag}
            </Tag>
          ) : null}
        </span>
      </Cell>
      <Cell>
        <span className="inline-flex flex-wrap items-center gap-2 py-1">
          <State {...props} />
          {props.state === "completed" && !props.isSimulated ? (
            <ReceiptLink kind="withdrawal" id={props.id} />
          ) : null}
          {isCancellable(props.state) ? <CancelButton id={props.id} /> : null}
          {props.waitingReason === null ? null : (
            <span className="basis-full text-xs text-fg-2">{props.waitingReason}</span>
          )}
        </span>
      </Cell>
      <Cell isMoney>
        <Amount sats={props.receivedSats} hasUnit={false} />
      </Cell>
    </tr>
  );
}

function State(props: OneWithdrawal) {
  const { words, isCounted, isBad } = withdrawalStates[props.state];
  if (props.isSimulated) return <Tag>{words}</Tag>;
  if (isCounted) return <SixBlockMeter confirmations={props.confirmations} hasCount />;
  return <Tag kind={isBad ? "down" : "fact"}>{words}</Tag>;
}
