/**
 * What the engine keeps in memory: which orders wait for which instrument, and what each account
 * has open. It only says which account to look at; every decision is made from locked rows, so what
 * is stale here delays a trigger and never invents one.
 */
import {
  dollarPairOf,
  INSTRUMENTS,
  marksOf,
  positionsIn,
  accountsNear,
  revalue,
  type Instrument,
  type MarginRates,
  type Positions,
  type PositionRow,
  type Quotes,
} from "#market";
import type { Queryable } from "#platform";
import type { Accounts } from "../book/accounts.ts";
import { accountStates, type AccountState } from "../book/accounts-table.ts";
import { allPendingOrders, type StoredOrder } from "../book/orders-table.ts";
import { openPositions, type OpenPosition } from "../book/trades-table.ts";

export interface Watched {
  /** By id; a trailing stop stands here where it has followed the price to. */
  readonly orders: Map<string, StoredOrder>;
  /** By user id. */
  readonly accounts: Map<string, WatchedAccount>;
  /** Built anew when an account has changed. */
  arrays: Arrays | undefined;
}

interface WatchedAccount {
  readonly balanceCents: bigint;
  readonly isMarginCall: boolean;
  readonly positions: readonly OpenPosition[];
}

interface Arrays {
  /** Those that somebody holds, and those that change their currencies to dollars. */
  readonly held: ReadonlySet<Instrument>;
  readonly userIds: readonly string[];
  readonly positions: Positions;
  readonly balanceCents: Float64Array;
  readonly results: Float64Array;
}

export function nothingWatched(): Watched {
  return { orders: new Map(), accounts: new Map(), arrays: undefined };
}

export function isEmpty({ orders, accounts }: Watched): boolean {
  return orders.size === 0 && accounts.size === 0;
}

interface WatchParts {
  readonly database: Queryable;
  readonly accounts: Accounts;
}

/** Reads these people again, or all. */
export async function watch(
  { database, accounts }: WatchParts,
  watched: Watched,
  userIds?: readonly string[],
): Promise<void> {
  if (userIds?.length === 0) return;
  const [orders, positions, states] = await Promise.all([
    allPendingOrders(database, userIds),
    openPositions(database, userIds),
    accountStates(database, userIds),
  ]);
  const owners = [...new Set(positions.map(({ userId }) => userId))];
  const available = await accounts.availableCents(database, owners);
  forget(watched, userIds);
  for (const order of orders) watched.orders.set(order.id, order);
  const byUser = Map.groupBy(positions, ({ userId }) => userId);
  const stateOf = new Map(states.map((state) => [state.userId, state]));
  for (const [userId, own] of byUser)
    watched.accounts.set(userId, {
      ...balanceAndCall(stateOf.get(userId), available.get(userId) ?? 0n),
      positions: own,
    });
  watched.arrays = undefined;
}

function forget(watched: Watched, userIds: readonly string[] | undefined): void {
  if (!userIds) {
    watched.orders.clear();
    watched.accounts.clear();
    return;
  }
  const gone = new Set(userIds);
  for (const userId of gone) watched.accounts.delete(userId);
  for (const [id, { userId }] of watched.orders) if (gone.has(userId)) watched.orders.delete(id);
}

function balanceAndCall(state: AccountState | undefined, availableCents: bigint) {
  return {
    balanceCents: availableCents - (state?.advanceCents ?? 0n),
    isMarginCall: state?.isMarginCall ?? false,
  };
}

export interface Nearness {
  /** May be at or below 50 %: to be looked at exactly. */
  readonly stopOut: readonly string[];
  /** Seem to have passed 100 %, in either direction. */
  readonly marginCall: readonly string[];
}

/** By these quotes, which name every instrument that somebody holds. */
export function whoIsNear(
  watched: Watched,
  quotes: Quotes,
  marginRates: MarginRates | undefined,
): Nearness {
  const { accounts } = watched;
  if (accounts.size === 0) return { stopOut: [], marginCall: [] };
  watched.arrays ??= arraysOf(watched);
  const { held, userIds, positions, balanceCents, results } = watched.arrays;
  const marks = marksOf(
    INSTRUMENTS.map((instrument) => {
      const quote = held.has(instrument) ? quotes(instrument) : undefined;
      return quote ? quote.bid + quote.ask : 0;
    }),
    marginRates,
  );
  revalue(positions, marks, results);
  const near = (share: number) =>
    accountsNear(positions, marks, { results, balanceCents }, share).map(
      (index) => userIds[index] ?? "",
    );
  const called = new Set(near(1));
  return {
    stopOut: near(0.5),
    marginCall: userIds.filter((id) => called.has(id) !== accounts.get(id)?.isMarginCall),
  };
}

function arraysOf({ accounts }: Watched): Arrays {
  const userIds = [...accounts.keys()];
  const rows: PositionRow[] = [];
  const held = new Set<Instrument>();
  const balanceCents = new Float64Array(userIds.length);
  for (const [account, userId] of userIds.entries()) {
    const known = accounts.get(userId);
    balanceCents[account] = Number(known?.balanceCents ?? 0n);
    for (const { instrument, units, cost } of known?.positions ?? []) {
      rows.push({ account, instrument: instrument.id, units, cost });
      const toDollars = [instrument.base, instrument.quote].map(dollarPairOf);
      for (const one of [instrument, ...toDollars]) if (one) held.add(one);
    }
  }
  const positions = positionsIn(rows);
  return { held, userIds, positions, balanceCents, results: new Float64Array(rows.length) };
}
