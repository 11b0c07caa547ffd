/**
 * Manages the engine's memory, which only selects the accounts and orders to check. Every decision
 * is made from locked rows, so outdated memory can delay a trigger but never cause a wrong trigger.
 */
import type { Queryable } from "#platform";
import type { Accounts } from "../book/accounts.ts";
import { accountStates, type AccountState } from "../book/accounts-table.ts";
import { allPendingOrders } from "../book/orders-table.ts";
import { openPositions } from "../book/trades-table.ts";
import type { QuietBounds } from "./quiet-ticks.ts";
import { clearAccounts, noAccounts, setAccount, type WatchedAccounts } from "./watched-accounts.ts";
import { noOrders, setOrders, type WatchedOrders } from "./watched-orders.ts";

export interface Watched {
  readonly orders: WatchedOrders;
  readonly accounts: WatchedAccounts;
  /**
   * Bounds that are valid since the last processed tick. Undefined if something has changed since
   * then.
   */
  quiet: QuietBounds | undefined;
}

export function nothingWatched(): Watched {
  return { orders: noOrders(), accounts: noAccounts(), quiet: undefined };
}

export function isEmpty({ orders, accounts }: Watched): boolean {
  return orders.byId.size === 0 && accounts.byUser.size === 0;
}

interface WatchDeps {
  readonly database: Queryable;
  readonly accounts: Accounts;
}

/** Reloads the given accounts, or all accounts. */
export async function watch(
  { database, accounts }: WatchDeps,
  watched: Watched,
  userIds?: readonly string[],
): Promise<void> {
  if (userIds?.length === 0) return;
  const [orders, positions, states] = await Promise.all([
    allPendingOrders(database, userIds),
    openPositions(database, userIds),
    accountStates(database, userIds),
  ]);
  const ordersOf = Map.groupBy(orders, ({ userId }) => userId);
  const positionsOf = Map.groupBy(positions, ({ userId }) => userId);
  const available = await accounts.availableCents(database, [...positionsOf.keys()]);
  const stateOf = new Map(states.map((state) => [state.userId, state]));
  watched.quiet = undefined;
  if (!userIds) clearAccounts(watched.accounts);
  const everybody = () =>
    new Set([...watched.orders.ofUser.keys(), ...ordersOf.keys(), ...positionsOf.keys()]);
  for (const userId of userIds ?? everybody()) {
    setOrders(watched.orders, userId, ordersOf.get(userId) ?? []);
    const own = positionsOf.get(userId);
    const account = own && {
      ...balanceAndCall(stateOf.get(userId), available.get(userId) ?? 0n),
      positions: own,
    };
    setAccount(watched.accounts, userId, account);
  }
}

function balanceAndCall(state: AccountState | undefined, availableCents: bigint) {
  return {
    balanceCents: availableCents - (state?.advanceCents ?? 0n),
    isMarginCall: state?.isMarginCall ?? false,
  };
}
