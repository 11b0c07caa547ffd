/** The user's orders, newest first. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/query.ts";
import { When } from "../time/When.tsx";
import { zoneName } from "../time/time-text.ts";
import { Amount } from "../ui/Amount.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { Panel } from "../ui/Panel.tsx";
import { Cell, Table } from "../ui/Table.tsx";
import type { Order } from "./shop-terms.ts";
import { orderTexts as texts } from "./strings.ts";

const SHOWN = 20;
const { columns } = texts;

export function Orders() {
  const orders = useQuery(apiQuery("listOrders", { query: { limit: SHOWN } }));
  return (
    <Panel title={texts.title} isFlush>
      <Loaded query={orders} isFlush>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={texts.emptyTitle}>{texts.empty}</Empty>
          ) : (
            <Table
              shape="stack"
              caption={texts.title}
              columns={[
                columns.item,
                { label: columns.quantity, isNumber: true },
                { label: columns.price, isMoney: true },
                { label: columns.total, isMoney: true },
                `${columns.at} (${zoneName()})`,
              ]}
            >
              {items.map((order) => (
                <Row key={order.id} order={order} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
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
