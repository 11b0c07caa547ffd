/**
 * Manages one account's book inside a transaction: the book is locked, read, changed in memory by
 * the market rules, and written, with the transfers as the last statement. Each change is one
 * numbered event.
 */
import {
  dayAt,
  principalWithin,
  NO_PRINCIPAL,
  type Account,
  type Instrument,
  type MarginRates,
  type Order,
  type Principal,
} from "#market";
import type { DatabaseTransaction } from "#platform";
import type { Accounts } from "./accounts.ts";
import { lockAccounts, openAccount, type AccountRow } from "./accounts-table.ts";
import { pendingOrdersOf, type StoredOrder } from "./orders-table.ts";
import type { SeasonEnd } from "./seasons-table.ts";
import { balanceOf, settle, type Leg, type DeskBalance } from "./settle.ts";
import { openTradesOf, type StoredTrade } from "./trades-table.ts";

/** Event types, with OANDA v20's names where v20 has an equivalent. */
export type TransactionType =
  | "TRANSFER_FUNDS"
  | `${Order["type"]}_ORDER`
  | "ORDER_FILL"
  | "ORDER_CANCEL"
  | "TRAILING_STOP_MOVE"
  | "STOP_LIMIT_TRIGGERED"
  | "TAKE_PROFIT_REDUCED"
  | "DAILY_FINANCING"
  | "MARGIN_CALL_ENTER"
  | "MARGIN_CALL_EXIT"
  | "CLOSE_WHEN_TRADEABLE"
  | "NEGATIVE_BALANCE_PROTECTION"
  | "SEASON_END";

export type Detail = Readonly<Record<string, unknown>>;

export interface Entry {
  readonly type: TransactionType;
  readonly orderId?: string;
  readonly tradeId?: string;
  readonly instrument?: Instrument;
  readonly units?: number;
  readonly price?: number;
  readonly amountCents?: bigint;
  /** New York date of a financing. */
  readonly financedOn?: string;
  readonly detail?: Detail;
}

export interface NumberedEntry extends Entry {
  readonly id: number;
  readonly at: Date;
  readonly balanceCents: bigint;
}

/** Rows and transfers to write. */
export interface Changes {
  readonly entries: NumberedEntry[];
  readonly openedTrades: StoredTrade[];
  readonly changedTrades: Map<string, StoredTrade>;
  readonly placedOrders: Map<string, StoredOrder>;
  /** Orders that were stored before and have ended or changed. */
  readonly changedOrders: Map<string, StoredOrder>;
  readonly legs: Leg[];
  /** Set if the last entry ends the account's season. */
  seasonEnd?: SeasonEnd;
}

export interface Book {
  readonly accounts: Accounts;
  /** Account id: the id of a user or a replay. */
  readonly userId: string;
  /** Time of the next event. Positions that close one after another have different times. */
  at: Date;
  readonly before: AccountRow;
  lastTransaction: number;
  balance: DeskBalance;
  principal: Principal;
  isMarginCall: boolean;
  /** Numbers of the events not yet reported to the owner. */
  untold: readonly number[];
  /** Open trades, oldest first. */
  trades: readonly StoredTrade[];
  pending: readonly StoredOrder[];
  /**
   * Current time. Set only while the engine catches up on ticks that it missed during an outage.
   */
  caughtUpAt?: Date;
  /** The day's margin rates. Before the first day, the rates of the instrument table apply. */
  readonly marginRates: MarginRates | undefined;
  /** Last tick that the engine had processed when the orders were read. */
  readonly processedMs: number | undefined;
  readonly changes: Changes;
}

export interface BookDeps {
  readonly accounts: Accounts;
  readonly termsOf: (day: number) => Promise<{ readonly marginRates: MarginRates } | undefined>;
}

/** An account and the time as of which its book is read. */
export interface BookAt {
  readonly userId: string;
  readonly at: Date;
}

/**
 * Locks and reads the books, in the requested order. An element is undefined if the user never
 * opened the desk.
 */
export async function lockBooks(
  tx: DatabaseTransaction,
  deps: BookDeps,
  queries: readonly BookAt[],
): Promise<(Book | undefined)[]> {
  const rows = await lockAccounts(
    tx,
    queries.map(({ userId }) => userId),
  );
  const locked = queries.flatMap(({ userId, at }) => {
    const row = rows.get(userId);
    return row ? [{ row, at }] : [];
  });
  const books = await readBooks(tx, deps, locked);
  return queries.map(({ userId }) => books.find((book) => book.userId === userId));
}

export async function lockBook(
  tx: DatabaseTransaction,
  deps: BookDeps,
  userId: string,
  at: Date,
): Promise<Book | undefined> {
  const [book] = await lockBooks(tx, deps, [{ userId, at }]);
  return book;
}

/** Locks and reads one book, creating the desk account on first use. */
export async function openBook(
  tx: DatabaseTransaction,
  deps: BookDeps,
  userId: string,
  at: Date,
): Promise<Book> {
  const [book] = await readBooks(tx, deps, [{ row: await openAccount(tx, userId, at), at }]);
  if (!book) throw new Error(`the book of ${userId} disappeared`);
  return book;
}

async function readBooks(
  tx: DatabaseTransaction,
  { accounts, termsOf }: BookDeps,
  locked: readonly { readonly row: AccountRow; readonly at: Date }[],
): Promise<Book[]> {
  if (locked.length === 0) return [];
  const userIds = locked.map(({ row }) => row.userId);
  // Read the engine's tick before the orders, because the engine moves trailing stops without
  // locking the account.
  const processedMs = await accounts.processedUntil?.(tx);
  const [allTrades, allPending, available, terms] = await Promise.all([
    openTradesOf(tx, ...userIds),
    pendingOrdersOf(tx, ...userIds),
    accounts.availableCents(tx, userIds),
    Promise.all(locked.map(({ at }) => termsOf(dayAt(at.getTime())))),
  ]);
  const tradesOf = Map.groupBy(allTrades, ({ userId }) => userId);
  const pendingOf = Map.groupBy(allPending, ({ userId }) => userId);
  return locked.map(({ row, at }, index) => {
    const { userId, lastTransaction, advanceCents, principal, isMarginCall, untold } = row;
    return {
      accounts,
      userId,
      at,
      before: row,
      lastTransaction,
      balance: { availableCents: available.get(userId) ?? 0n, advanceCents },
      principal,
      isMarginCall,
      untold,
      trades: tradesOf.get(userId) ?? [],
      pending: pendingOf.get(userId) ?? [],
      marginRates: terms[index]?.marginRates,
      processedMs,
      changes: {
        entries: [],
        openedTrades: [],
        changedTrades: new Map(),
        placedOrders: new Map(),
        changedOrders: new Map(),
        legs: [],
      },
    };
  });
}

/** Converts the book to the account type that the market rules use. */
export function accountOf({
  balance,
  trades,
  marginRates,
}: Pick<Book, "balance" | "trades" | "marginRates">): Account {
  return {
    home: "USD",
    balanceCents: balanceOf(balance),
    trades: trades.map(({ id, instrument, units, price }) => ({ id, instrument, units, price })),
    marginRates,
  };
}

/** Adds an event to the book and returns its number. */
export function record(book: Book, entry: Entry): number {
  book.lastTransaction += 1;
  const id = book.lastTransaction;
  book.changes.entries.push({
    ...entry,
    id,
    at: book.at,
    balanceCents: balanceOf(book.balance),
  });
  return id;
}

/**
 * Posts a profit or loss, or a financing, to the cent, and records its event. Returns the event's
 * number. Trades must already be in their final state.
 */
export function takeResult(
  book: Book,
  { cents, kind }: { readonly cents: bigint; readonly kind: "result" | "financing" },
  entry: Entry,
): number {
  const isEmpty = book.trades.length === 0;
  const { balance, legs, operatorLossCents } = settle(book.userId, book.balance, {
    cents,
    kind,
    isEmpty,
  });
  book.changes.legs.push(...legs);
  book.balance = { ...balance, advanceCents: balance.advanceCents + operatorLossCents };
  const id = record(book, { ...entry, amountCents: cents });
  book.balance = balance;
  if (operatorLossCents > 0n)
    record(book, { type: "NEGATIVE_BALANCE_PROTECTION", amountCents: operatorLossCents });
  book.principal = principalWithin(book.principal, balanceOf(balance));
  if (isEmpty && balanceOf(balance) === 0n) book.principal = NO_PRINCIPAL;
  return id;
}

/** Adds a new order to the pending orders and to the rows to write. */
export function place(
  book: Book,
  id: string,
  order: Order,
  detail: Detail,
  createdAt: Date = book.at,
): StoredOrder {
  const stored: StoredOrder = {
    id,
    userId: book.userId,
    createdAt,
    state: "PENDING",
    endedAt: null,
    reason: null,
    fillTransaction: null,
    order,
  };
  book.changes.placedOrders.set(id, stored);
  book.pending = [...book.pending, stored];
  const { instrument, units, type, price, tradeId } = order;
  record(book, {
    type: `${type}_ORDER`,
    orderId: id,
    instrument,
    units,
    ...(price === undefined ? {} : { price }),
    ...(tradeId === undefined ? {} : { tradeId }),
    detail,
  });
  return stored;
}

/** Ends a pending order without a fill. */
export function cancel(book: Book, stored: StoredOrder, reason: string): StoredOrder {
  const { type, instrument, units, tradeId, timeInForce } = stored.order;
  record(book, {
    type: "ORDER_CANCEL",
    orderId: stored.id,
    instrument,
    units,
    ...(tradeId === undefined ? {} : { tradeId }),
    detail: { reason, orderType: type, timeInForce },
  });
  return end(book, { ...stored, state: "CANCELLED", endedAt: book.at, reason });
}

/** Removes an order from the pending orders and records its final state. */
export function end(book: Book, ended: StoredOrder): StoredOrder {
  book.pending = book.pending.filter(({ id }) => id !== ended.id);
  return write(book, ended);
}

/** Changes a pending order, which stays pending. */
export function change(book: Book, changed: StoredOrder): StoredOrder {
  book.pending = book.pending.map((stored) => (stored.id === changed.id ? changed : stored));
  return write(book, changed);
}

function write({ changes }: Book, stored: StoredOrder): StoredOrder {
  const { placedOrders, changedOrders } = changes;
  (placedOrders.has(stored.id) ? placedOrders : changedOrders).set(stored.id, stored);
  return stored;
}
