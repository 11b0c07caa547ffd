/** Sends the new price of a moved line: a new stop loss, take profit or order price. */
import type { ApiInput } from "../../../data/api/route-shapes.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource, type DeskSource } from "../source/desk-source.ts";
import type { ChartLine, ShownOrder } from "./lines.ts";
import { chartTexts as texts } from "./strings.ts";

type Replacement = ApiInput<"replaceForexOrder">["body"];

/**
 * Returns a function that sends the new price. `orders` are the pending orders, because moving an
 * order replaces it. If the server rejects the price, the refusal is shown and the line moves back.
 */
export function useMoveLine(orders: readonly ShownOrder[], onReplaced: (orderId: string) => void) {
  const source = useDeskSource();
  const move = useChange({
    send: (to: { readonly line: ChartLine; readonly price: string }) => send(source, to, orders),
    changed: source.changedByOrders,
    onDone(replacement, { line }) {
      // Report the replacement before the lists are refetched, so that its line can take focus as
      // soon as it is rendered.
      if (replacement) onReplaced(replacement.id);
      return {
        title: texts.movedTitle,
        description: texts.movedText(pairName(line.instrument.name)),
      };
    },
  });
  return async (line: ChartLine, price: string): Promise<void> => {
    // `useChange` has already shown the refusal, so ignore the error here.
    await move.mutateAsync({ line, price }).catch(() => {});
  };
}

async function send(
  { call }: DeskSource,
  { line, price }: { readonly line: ChartLine; readonly price: string },
  orders: readonly ShownOrder[],
): Promise<ShownOrder | undefined> {
  const { kind, tradeId, orderId } = line;
  if (tradeId !== undefined) {
    const body = kind === "stop" ? { stopLoss: { price } } : targetBody(line, price, orders);
    await call("changeForexTradeOrders", { params: { tradeId }, body });
    return undefined;
  }
  const order = orders.find(({ id }) => id === orderId);
  if (!order) return undefined;
  const taken = await call("replaceForexOrder", {
    params: { orderId: order.id },
    body: replacementOf(order, price),
  });
  return taken.order;
}

/** Moves one take profit and keeps the other take profits of the trade. */
export function targetBody(
  { tradeId, orderId }: ChartLine,
  price: string,
  orders: readonly ShownOrder[],
): ApiInput<"changeForexTradeOrders">["body"] {
  const targets = orders.filter(
    (order) => order.type === "TAKE_PROFIT" && order.tradeId === tradeId,
  );
  if (orderId === undefined || targets.length === 0) return { takeProfit: { price } };
  return {
    takeProfits: targets.map((target) => ({
      price: target.id === orderId ? price : (target.price ?? price),
      units: String(Math.abs(target.units)),
    })),
  };
}

/** Returns a copy of the order at another price. */
export function replacementOf(order: ShownOrder, price: string): Replacement {
  const { timeInForce, expiresAt, priceBound, limitPrice } = order;
  const { takeProfit, takeProfits, stopLoss, trailingDistance } = order;
  const replacement = {
    type: order.type,
    instrument: order.instrument,
    units: String(order.units),
    price,
    timeInForce,
    positionFill: order.positionFill,
    triggerCondition: order.triggerCondition,
    ...(priceBound === null ? {} : { priceBound }),
    ...(timeInForce === "GTD" && expiresAt !== null ? { gtdTime: expiresAt } : {}),
    ...(limitPrice === null ? {} : { limitPrice }),
    ...(takeProfit === null ? {} : { takeProfitOnFill: { price: takeProfit } }),
    ...(takeProfits.length === 0 ? {} : { takeProfitsOnFill: takeProfits.map(withUnitsText) }),
    ...(stopLoss === null ? {} : { stopLossOnFill: { price: stopLoss } }),
    ...(trailingDistance === null
      ? {}
      : { trailingStopLossOnFill: { distance: trailingDistance } }),
  };
  // The cast is safe, because the values come from an order that the server has accepted.
  return replacement as Replacement;
}

function withUnitsText({ price, units }: ShownOrder["takeProfits"][number]) {
  return { price, units: String(units) };
}
