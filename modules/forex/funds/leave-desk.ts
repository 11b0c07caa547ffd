/**
 * Of who is gone for good: orders end, trades are closed at the price of the moment, and the
 * dollars become coins of the wallet again.
 */
import { internalRequest } from "#platform";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { tradesOf } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { closeTrade } from "../orders/close-trade.ts";
import { takeBack } from "./take-back.ts";

/** Beyond that the rest waits for the next time. */
const TRADES_MAX = 200;

/**
 * Throws what closing and taking back throw, such as while the market is shut: it goes on from
 * there the next time.
 */
export async function leaveDesk(deps: DeskDeps, userId: string): Promise<void> {
  const { database, accounts } = deps;
  const accountId = accounts.idOf(userId);
  for (const { id } of await pendingOrdersOf(database, accountId)) {
    const request = internalRequest(userId, "cancelForexOrder");
    await cancelOrder(deps, { request, orderId: id }, () => null);
  }
  const open = await tradesOf(database, accountId, { state: "OPEN", limit: TRADES_MAX });
  for (const { id } of open) {
    const request = internalRequest(userId, "closeForexTrade");
    await closeTrade(deps, { request, tradeId: id }, () => null);
  }
  const cents = (await accounts.availableCents(database, [accountId])).get(accountId) ?? 0n;
  const request = internalRequest(userId, "transferForexFunds");
  if (cents > 0n) await takeBack(deps, { request, amountCents: cents });
}
