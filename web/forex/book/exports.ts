/** What each list writes into its file: plain numbers, times in UTC, the source of the prices. */
import type { ForexTrade } from "../account/live-account.ts";
import { saveList, usd } from "./csv.ts";
import { eventWords, type ForexEvent } from "./event-words.ts";
import type { ForexOrder } from "./OrdersList.tsx";

export function saveTrades(trades: readonly ForexTrade[], label: string): void {
  const head = "id,instrument,opened,units,entry,take profit,stop loss,trailing,financing USD";
  const rows = trades.map((one) => [
    one.id,
    one.instrument,
    one.openedAt,
    one.units,
    one.price,
    one.takeProfit,
    one.stopLoss,
    one.trailingDistance,
    usd(one.financingCents),
  ]);
  saveList("trades", label, head.split(","), rows);
}

export function saveOrders(orders: readonly ForexOrder[], label: string): void {
  const head =
    "id,instrument,type,units,price,take profit,stop loss,time in force,state,reason,placed,ended";
  const rows = orders.map((one) => [
    one.id,
    one.instrument,
    one.type,
    one.units,
    one.price,
    one.takeProfit,
    one.stopLoss,
    one.timeInForce,
    one.state,
    one.reason,
    one.createdAt,
    one.endedAt,
  ]);
  saveList("orders", label, head.split(","), rows);
}

export function saveEvents(events: readonly ForexEvent[], label: string): void {
  const head = "number,time,type,instrument,units,price,amount USD,balance USD,in words";
  const rows = events.map((one) => [
    one.id,
    one.at,
    one.type,
    one.instrument,
    one.units,
    one.price,
    usd(one.amountCents),
    usd(one.balanceCents),
    eventWords(one),
  ]);
  saveList("history", label, head.split(","), rows);
}
