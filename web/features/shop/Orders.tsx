import { api } from "../../data/api/call.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { When } from "../../ui/time/When.tsx";
import { withZone } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import type { Order } from "./shop-terms.ts";
import { orderTexts as texts } from "./strings.ts";

const PAGE_SIZE = 20;
const { columns } = texts;

export function Orders() {
  const orders = usePages(["listOrders", "pages"], (at) =>
    api("listOrders", { query: { limit: PAGE_SIZE, ...at } }),
  );
  return (
    <Panel title={texts.title} isFlush>
      <Loaded query={orders} isFlush>
        {({ pages }) => <List orders={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <MorePages pages={orders} label={texts.older} />
    </Panel>
  );
}

function List(props: { orders: readonly Order[] }) {
  if (props.orders.length === 0) return <Empty title={texts.emptyTitle}>{texts.empty}</Empty>;
  return (
    <Table
      shape="stack"
      caption={texts.title}
      columns={[
        columns.item,
        { label: columns.quantity, isNumber: true },
        { label: columns.price, isMoney: true },
        { label: columns.total, isMoney: true },
        withZone(columns.at),
      ]}
    >
      {props.orders.map((order) => (
        <Row key={order.id} order={order} />
      ))}
    </Table>
  );
}

function Row({ order }: { order: Order }) {
  return (
    <tr>
      <Cell className="lead">{order.name}</Cell>
      <Cell label={columns.quantity} className="num">
        {order.quantity}
      </Cell>
      <Cell label={columns.price} isMoney>
        <Amount sats={order.priceSats} hasUnit={false} />
      </Cell>
      <Cell label={columns.total} isMoney>
        <Amount sats={order.totalSats} hasUnit={false} />
      </Cell>
      <Cell label={columns.at}>
        <When at={order.orderedAt} className="mono" />
      </Cell>
    </tr>
  );
}
