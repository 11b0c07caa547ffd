/**
 * Places an order for rigs, which are paid from the balance and start mining immediately. Repeated
 * requests with the same Idempotency-Key place one order. The order is refused if the price differs
 * from the price that the user saw.
 */
import { houseAccount, postAtCommit, userAccount, type Transfer } from "#ledger";
import { installRig, mayInstall } from "#mining";
import {
  failpoint,
  newId,
  runOnce,
  transferIdOf,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { referenceValuesAt, type ReferenceValues } from "#treasury";
import { itemsAt } from "./item-terms.ts";
import { isMiner, ITEMS, priceSats, type Item } from "./items.ts";
import { insertOrder, orderById, type Order } from "./orders-table.ts";
import type { ShopDeps } from "./deps.ts";
import { rigsOnSale } from "./obligations.ts";
import { shopRefusals } from "./refusals.ts";

export interface OrderRequest {
  readonly request: IdempotentRequest;
  readonly itemId: string;
  /** Number of rigs, 1 to 10. */
  readonly quantity: number;
  /** Price per rig that the user saw. If undefined, the price is not checked. */
  readonly priceSats?: bigint | undefined;
}

/**
 * Places the order. Throws `item_unknown`, `pay_waits`, `item_retired`, `price_changed`,
 * `account_frozen`, `sales_closed`, `insufficient_funds`.
 */
export async function placeOrder(deps: ShopDeps, input: OrderRequest): Promise<Order> {
  const { database, payGate, bus } = deps;
  const { request, quantity } = input;
  const { userId } = request;
  const placed = await runOnce(database, request, async (tx) => {
    if (!ITEMS.some(({ id }) => id === input.itemId)) throw shopRefusals.item_unknown();
    await deps.settleEarnings(tx, [userId], "single");
    const now = payGate.requireCheckedClock().now();
    const item = (await itemsAt(tx, now)).find(({ id }) => id === input.itemId);
    if (!item?.isOffered) throw shopRefusals.item_retired();
    const reference = await referenceValuesAt(tx, now);
    const unitSats = priceSats(item, reference);
    if (input.priceSats !== undefined && input.priceSats !== unitSats)
      throw shopRefusals.price_changed({ what: item.name, priceSats: unitSats.toString() });
    await assertMayBuy(tx, deps, { userId, item, quantity, now, reference });
    const id = newId("ord", now);
    const rigIds = Array.from({ length: quantity }, () => newId("rig", now));
    const { name, priceCents: unitCents } = item;
    const order = { id, itemId: item.id, name, quantity, unitSats, unitCents, rigIds };
    await insertOrder(tx, userId, { ...order, orderedAt: now });
    if (isMiner(item)) await install(tx, { userId, item, now, unitSats, rigIds });
    const stored = await orderById(tx, id);
    pay(tx, {
      request,
      sats: unitSats * BigInt(quantity),
      cause: id,
      what: whatOf(item, quantity),
    });
    failpoint("shop.order-written");
    return stored;
  });
  failpoint("shop.order-committed");
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "mining" });
  return placed;
}

/**
 * Returns the name of the ordered rigs for a refusal text, for example `S19 Pro` or `3 x S19 Pro`.
 */
function whatOf(item: Item, quantity: number): string {
  return quantity === 1 ? item.name : `${quantity} x ${item.name}`;
}

interface Purchase {
  readonly userId: string;
  readonly item: Item;
  readonly quantity: number;
  readonly now: Date;
  readonly reference: ReferenceValues;
}

/**
 * Throws if the platform cannot cover the obligations from the ordered rigs. A frame costs more
 * than its buyback price, so it can always be sold.
 */
async function assertMayBuy(
  tx: DatabaseTransaction,
  { frozenAmong, treasury }: ShopDeps,
  { userId, item, quantity, now, reference }: Purchase,
): Promise<void> {
  if ((await frozenAmong(tx, [userId])).has(userId)) throw shopRefusals.account_frozen();
  if (!isMiner(item)) return;
  const sale = rigsOnSale(item, BigInt(quantity), reference);
  const isSold = await mayInstall(tx, treasury, { userId, now, reference, sale });
  if (!isSold) throw shopRefusals.sales_closed();
}

interface Installation {
  readonly userId: string;
  readonly item: Item;
  readonly now: Date;
  readonly unitSats: bigint;
  readonly rigIds: readonly string[];
}

async function install(
  tx: DatabaseTransaction,
  { userId, item, now, unitSats, rigIds }: Installation,
): Promise<void> {
  const { name, hashRateThs, powerKw, priceCents: paidCents } = item;
  for (const id of rigIds) {
    const machine = { id, userId, name, hashRateThs, powerKw };
    await installRig(tx, { ...machine, startsAt: now, paidSats: unitSats, paidCents });
  }
}

interface Payment {
  readonly request: IdempotentRequest;
  readonly sats: bigint;
  readonly cause: string;
  readonly what: string;
}

/**
 * Posts the payment at commit. The commit throws `insufficient_funds` if the balance is too low.
 */
function pay(tx: DatabaseTransaction, payment: Payment): void {
  const { request, sats, cause, what } = payment;
  const price: Transfer = {
    id: transferIdOf(request, "price"),
    debit: userAccount(request.userId, "available", "BTC"),
    credit: houseAccount("treasury", "BTC"),
    amount: sats,
    code: "hardware_purchase",
    cause,
  };
  postAtCommit(tx, [[price]], (refusal) =>
    refusal.has("insufficient") ? shopRefusals.insufficient_funds({ what }) : refusal,
  );
}
