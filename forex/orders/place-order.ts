/** An order as somebody asks for it, in v20's words. */
import { instrumentNamed, isReason, readOrder, type OrderRequest } from "#market";
import type { IdempotentRequest } from "#platform";
import type { Book } from "../book/book.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import type { DeskParts } from "../terms/desk-parts.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";
import { sendOrder } from "./send-order.ts";

export interface PlaceOrder {
  readonly request: IdempotentRequest;
  readonly asked: OrderRequest;
  /** The id of the pending order that it takes the place of. */
  readonly replaces?: string;
}

export async function placeOrder<Answer>(
  parts: DeskParts,
  { request, asked, replaces }: PlaceOrder,
  present: (order: StoredOrder, book: Book) => Answer,
): Promise<Answer> {
  const instrument = instrumentNamed(asked.instrument);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  const { type, timeInForce } = asked;
  const isAtOnce = type === "MARKET" || timeInForce === "FOK" || timeInForce === "IOC";
  const read: Parameters<typeof sendOrder>[1]["read"] = (book, { timeMs, quotes }) => {
    const order = readOrder(asked, { nowMs: timeMs, quote: quotes?.(instrument) });
    if (isReason(order) || replaces === undefined) return order;
    const { tradeId } = pendingOf(book, replaces).order;
    return tradeId === undefined ? order : { ...order, tradeId, positionFill: "REDUCE_ONLY" };
  };
  return sendOrder(
    parts,
    {
      request,
      instrument,
      isAtOnce,
      read,
      ...(replaces === undefined ? {} : { replaces: (book) => pendingOf(book, replaces) }),
    },
    present,
  );
}

/** Throws when the account has no such order among its pending ones. */
export function pendingOf({ pending }: Book, id: string): StoredOrder {
  const stored = pending.find((order) => order.id === id);
  if (!stored) throw forexRefusals.order_unknown();
  return stored;
}
