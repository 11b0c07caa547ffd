/** An order as somebody asks for it, in v20's words. */
import {
  instrumentNamed,
  isAtOnce,
  isReason,
  isTriggered,
  readOrder,
  type Order,
  type OrderRequest,
  type Reason,
} from "#market";
import type { DatabaseTransaction, IdempotentRequest } from "#platform";
import type { Sent } from "../book/assert-takes-orders.ts";
import type { Book } from "../book/book.ts";
import type { StoredOrder } from "../book/orders-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";
import { pendingOrder } from "./pending-order.ts";
import { sendOrder } from "./send-order.ts";

export interface PlaceOrder {
  readonly request: IdempotentRequest;
  readonly draft: OrderRequest;
  /** The id of the pending order that it takes the place of. */
  readonly replaces?: string;
}

export async function placeOrder<Answer>(
  deps: DeskDeps,
  { request, draft, replaces }: PlaceOrder,
  present: (order: StoredOrder, book: Book) => Answer,
): Promise<Answer> {
  const instrument = instrumentNamed(draft.instrument);
  if (!instrument) throw refusedFor("INSTRUMENT_UNKNOWN");
  const { type, positionFill } = draft;
  const isReached = (sent: Sent): boolean => {
    const order = read(undefined, sent);
    const quote = sent.quotes?.(instrument);
    return quote !== undefined && !isReason(order) && isTriggered(order, quote);
  };
  const read = (_book: Book | undefined, { timeMs, quotes, values }: Sent): Order | Reason =>
    readOrder(draft, { nowMs: timeMs, quote: quotes?.(instrument) ?? values?.(instrument) });
  return sendOrder(
    deps,
    {
      request,
      instrument,
      isAtOnce: type === "MARKET" || isAtOnce(draft),
      isClosing: type === "MARKET" && positionFill === "REDUCE_ONLY",
      isReached,
      read,
      ...(replaces === undefined
        ? {}
        : { replaces: (tx, book) => pendingEntryOrder(tx, book, replaces) }),
    },
    present,
  );
}

/** One that waits to be filled, not the stop or target of a trade. */
async function pendingEntryOrder(
  tx: DatabaseTransaction,
  book: Book,
  id: string,
): Promise<StoredOrder> {
  const stored = await pendingOrder(tx, book, id);
  if (stored.order.tradeId !== undefined) throw forexRefusals.order_of_trade();
  return stored;
}
