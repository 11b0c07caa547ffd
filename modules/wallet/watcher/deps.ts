/** Dependencies of the watcher, and the changes that its steps report. */
import type { BitcoinNode } from "#bitcoin";
import type { Bus, Clock, Database, Failed, Log } from "#platform";
import type { Account } from "../chain/account.ts";

export interface WatcherDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly account: Account;
}

export interface RoundDeps extends WatcherDeps {
  /** Items that failed in this round, reported at the end of the round. */
  readonly failed: Failed[];
}

/** Users whose screens are outdated after a step, and newly seen payments to users. */
export interface Touched {
  readonly deposits: Set<string>;
  readonly withdrawals: Set<string>;
  readonly firstSeen: FirstSeen[];
}

export interface FirstSeen {
  readonly userId: string;
  readonly txid: string;
  readonly amountSats: bigint;
  readonly isCoinbase: boolean;
}

export function nothingTouched(): Touched {
  return { deposits: new Set(), withdrawals: new Set(), firstSeen: [] };
}

/** Publishes the changes. Call this after the commit, so that screens read the new state. */
export function publishTouched(bus: Bus, touched: Touched): void {
  for (const userId of touched.deposits) bus.publish("me", { userId, what: "deposits" });
  for (const userId of touched.withdrawals) bus.publish("me", { userId, what: "withdrawals" });
  for (const userId of new Set([...touched.deposits, ...touched.withdrawals]))
    for (const what of ["balances", "mailbox"] as const) bus.publish("me", { userId, what });
}
