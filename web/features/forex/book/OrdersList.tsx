/** Lists orders by state, newest first, with a button that cancels pending orders. */
import { withMarks, wholeText } from "../../../ui/preferences/number-marks.ts";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { pairName } from "../quotes/price-text.ts";
import { ReportButton } from "../report/ReportButton.tsx";
import { isExit } from "../branches/is-exit.ts";
import { TryAgainButton } from "../branches/TryAgainButton.tsx";
import { SeasonBar } from "../seasons/SeasonBar.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import { historyTexts as texts } from "./history-strings.ts";
import type { OrderPages } from "./use-lists.ts";

export type ForexOrder = ApiAnswer<"listForexOrders">["items"][number];

export function OrdersList({ orders, isPending }: { orders: OrderPages; isPending: boolean }) {
  return (
    <>
      {/* Pending orders always belong to the current season. */}
      {isPending ? null : <SeasonBar />}
      <Orders orders={orders} />
    </>
  );
}

function Orders({ orders }: { orders: OrderPages }) {
  const { columns } = texts;
  return (
    <Loaded query={orders} isFlush lines={3} still={texts.still}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <Empty title={texts.noOrdersTitle}>{texts.noOrders}</Empty>;
        return (
          <>
            <Table
              shape="duo"
              caption={texts.lists.orders}
              columns={[
                columns.instrument,
                columns.type,
                { label: columns.units, isNumber: true },
                { label: columns.price, isNumber: true },
                { label: columns.exits, isNumber: true },
                columns.time,
                columns.state,
                withZone(columns.placed),
                "",
              ]}
            >
              {items.map((order) => (
                <OrderRow key={order.id} order={order} />
              ))}
            </Table>
            <MorePages pages={orders} label={texts.moreOrders} end={texts.end} />
          </>
        );
      }}
    </Loaded>
  );
}

function OrderRow({ order }: { order: ForexOrder }) {
  const { columns } = texts;
  const pair = pairName(order.instrument);
  const source = useDeskSource();
  const cancel = useChange({
    send: () => source.call("cancelForexOrder", { params: { orderId: order.id } }),
    changed: source.changedByOrders,
    onDone: () => ({ title: texts.cancelledTitle, description: texts.cancelledText(pair) }),
  });
  const targets = order.takeProfits.map(({ price }) => withMarks(price)).join(", ");
  const target = targets === "" ? withMarks(order.takeProfit ?? texts.none) : targets;
  const exits = [target, withMarks(order.stopLoss ?? texts.none)];
  return (
    <tr>
      <Cell className="lead">{pair}</Cell>
      <Cell label={columns.type}>{texts.orderTypes[order.type] ?? order.type}</Cell>
      <Cell label={columns.units} className="num">
        {wholeText(order.units).replace("-", "\u2212")}
      </Cell>
      <Cell label={columns.price} className="num">
        <span translate="no" className="mono">
          {order.limitPrice === null
            ? withMarks(order.price ?? texts.none)
            : texts.limitAt(withMarks(order.price ?? texts.none), withMarks(order.limitPrice))}
        </span>
      </Cell>
      <Cell label={columns.exits} className="num">
        <span translate="no" className="mono text-fg-2">
          {exits.every((exit) => exit === texts.none) ? texts.none : exits.join(" / ")}
        </span>
      </Cell>
      <Cell label={columns.time}>
        {order.expiresAt === null ? order.timeInForce : <When at={order.expiresAt} />}
      </Cell>
      <Cell label={columns.state}>
        <span title={order.reasonText ?? undefined}>
          {texts.states[order.state]}
          {order.state === "PENDING" && order.triggeredAt !== null ? (
            <span className="block max-w-[30ch] text-2xs whitespace-normal text-fg-2">
              {texts.waitsForLimit}
            </span>
          ) : null}
          {order.reasonText === null ? null : (
            <span className="block max-w-[30ch] text-2xs whitespace-normal text-fg-2">
              {order.reasonText}
            </span>
          )}
        </span>
      </Cell>
      <Cell label={columns.placed}>
        <When at={order.createdAt} />
      </Cell>
      <Cell className="actions">
        {order.state === "PENDING" ? (
          <Button
            size="small"
            aria-label={texts.cancelLabel(pair)}
            isBusy={cancel.isPending}
            busyLabel={texts.cancelling}
            onClick={() => cancel.mutate()}
          >
            {texts.cancel}
          </Button>
        ) : null}
        {isExit(order) ? null : (
          <TryAgainButton orderId={order.id} instrument={order.instrument} of={pair} />
        )}
        {order.state === "FILLED" ? <ReportButton orderId={order.id} of={pair} /> : null}
      </Cell>
    </tr>
  );
}
