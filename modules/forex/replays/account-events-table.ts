/** SQL statements that read a replay's events and rows, to compute an earlier state from them. */
import { beginSlice, textArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { AccountEvent, PendingState, TradeState } from "./account-at.ts";

const ROWS_A_PAGE = 500;

/** Returns the account's events, oldest first. */
export async function accountEvents(
  tx: DatabaseTransaction,
  accountId: string,
): Promise<AccountEvent[]> {
  const events: AccountEvent[] = [];
  const slice = beginSlice();
  for (;;) {
    const page = await tx.query<AccountEvent>(
      `select id, type, at, order_id as "orderId", trade_id as "tradeId", units, price, balance_cents as "balanceCents",
         detail -> 'reductions' as reductions, detail -> 'positions' as positions, detail ->> 'reason' as reason,
         detail ->> 'sentAt' as "sentAt"
       from forex_transactions where user_id = $1 and id > $2 order by id limit $3`,
      [accountId, events.at(-1)?.id ?? 0, ROWS_A_PAGE],
    );
    events.push(...page);
    if (page.length < ROWS_A_PAGE) return events;
    if (slice.isOver()) await slice.next();
  }
}

interface TradeRow extends TradeState {
  readonly isOpen: boolean;
  readonly position: bigint;
}

export interface StoredState {
  readonly balanceCents: bigint;
  readonly lastTransaction: number;
  readonly isMarginCall: boolean;
  /** All trades, oldest first. */
  readonly trades: readonly TradeRow[];
  readonly pending: readonly Pick<PendingState, "id" | "units" | "triggeredAt">[];
}

/**
 * Locks the account and returns its stored state, or undefined if it has more events than
 * `eventsMax`. The balance is read by a second statement, because a statement that waited for the
 * lock would read the balance from before its wait.
 */
export async function lockStoredState(
  tx: DatabaseTransaction,
  accountId: string,
  eventsMax: number,
): Promise<StoredState | undefined> {
  await tx.query("select from forex_accounts where user_id = $1 for update", [accountId]);
  const [account] = await tx.query<
    Pick<StoredState, "balanceCents" | "lastTransaction" | "isMarginCall">
  >(
    `select balance_cents - advance_cents as "balanceCents", last_transaction as "lastTransaction",
       is_margin_call as "isMarginCall"
     from forex_accounts join forex_replays on id = forex_accounts.user_id
     where forex_accounts.user_id = $1`,
    [accountId],
  );
  if (!account) throw new Error(`replay ${accountId} has no account`);
  if (account.lastTransaction > eventsMax) return undefined;
  const trades: TradeRow[] = [];
  const slice = beginSlice();
  for (;;) {
    const page = await tx.query<TradeRow>(
      `select id, instrument, initial_units as "initialUnits", opened_at as "openedAt", units, state <> 'CLOSED' as "isOpen",
         realised_cents as "realisedCents", financing_cents as "financingCents", position
       from forex_trades where user_id = $1 and position > $2 order by position limit $3`,
      [accountId, trades.at(-1)?.position ?? 0n, ROWS_A_PAGE],
    );
    trades.push(...page);
    if (page.length < ROWS_A_PAGE) break;
    if (slice.isOver()) await slice.next();
  }
  const pending = await tx.query<Pick<PendingState, "id" | "units" | "triggeredAt">>(
    `select id, units, triggered_at as "triggeredAt" from forex_orders
     where user_id = $1 and state = 'PENDING' order by position`,
    [accountId],
  );
  return { ...account, trades, pending };
}

/** Returns the time at which an order was sent, or undefined if the account has no such order. */
export async function orderSentAt(
  queryable: Queryable,
  accountId: string,
  orderId: string,
): Promise<Date | undefined> {
  const [row] = await queryable.query<{ at: Date }>(
    "select created_at as at from forex_orders where user_id = $1 and id = $2",
    [accountId, orderId],
  );
  return row?.at;
}

/** Returns the ids of the trailing stops among the orders. */
export async function trailingAmong(
  queryable: Queryable,
  orderIds: readonly string[],
): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>(
    "select id from forex_orders where id = any($1::text[]) and type = 'TRAILING_STOP_LOSS'",
    [textArray(orderIds)],
  );
  return rows.map(({ id }) => id);
}
