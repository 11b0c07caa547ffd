/**
 * Reads the current state of a user's desk without a lock, with the last valid prices. For display
 * only.
 */
import { dayAt, NO_PRINCIPAL, type MarginRates, type Principal, type Quotes } from "#market";
import { findAccount } from "../book/accounts-table.ts";
import { pendingOrdersOf, type StoredOrder } from "../book/orders-table.ts";
import type { DeskBalance } from "../book/settle.ts";
import { openTradesOf, type StoredTrade } from "../book/trades-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";

export interface Desk {
  readonly userId: string;
  readonly now: Date;
  readonly lastTransaction: number;
  readonly balance: DeskBalance;
  readonly principal: Principal;
  readonly mailsFills: boolean;
  readonly mailsAlerts: boolean;
  readonly textsAlerts: boolean;
  /** Open trades, oldest first. */
  readonly trades: readonly StoredTrade[];
  readonly pending: readonly StoredOrder[];
  readonly marginRates: MarginRates | undefined;
  /** Undefined before the installation's first day. */
  readonly quotes: Quotes | undefined;
}

export type ViewDeps = Pick<DeskDeps, "database" | "clock" | "feed" | "accounts" | "termsOf">;

export async function loadDesk(
  { database, clock, feed, accounts, termsOf }: ViewDeps,
  userId: string,
): Promise<Desk> {
  const now = clock.now();
  const [account, trades, pending, available, quotes, terms] = await Promise.all([
    findAccount(database, userId),
    openTradesOf(database, userId),
    pendingOrdersOf(database, userId),
    accounts.availableCents(database, [userId]),
    feed.valuedAt(now.getTime()),
    termsOf(dayAt(now.getTime())),
  ]);
  return {
    userId,
    now,
    lastTransaction: account?.lastTransaction ?? 0,
    balance: {
      availableCents: available.get(userId) ?? 0n,
      advanceCents: account?.advanceCents ?? 0n,
    },
    principal: account?.principal ?? NO_PRINCIPAL,
    mailsFills: account?.mailsFills ?? false,
    mailsAlerts: account?.mailsAlerts ?? true,
    textsAlerts: account?.textsAlerts ?? false,
    trades,
    pending,
    marginRates: terms?.marginRates,
    quotes,
  };
}
