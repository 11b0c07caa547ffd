/**
 * Closes the desk account of an anonymous account that is about to be deleted: cancels orders,
 * closes trades at current prices, and converts the dollars to coins in the wallet.
 */
import { internalRequest } from "#platform";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { tradesOf } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { closeTrade } from "../orders/close-trade.ts";
import { takeBack } from "./take-back.ts";

/** Maximum number of trades to close per run. The next run closes the remaining trades. */
const TRADES_MAX = 200;

/**
 * Closes the desk account. Throws the refusals of closing trades and withdrawing dollars, for
 * example while the market is closed. The next run then performs the remaining steps.
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
