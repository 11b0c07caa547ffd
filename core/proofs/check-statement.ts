/**
 * Checks a statement for missing entries. The versions of an account count its entries from 1, so a
 * missing entry leaves a gap, and a changed one breaks the running balance.
 */
export interface StatementEntry {
  readonly asset: "BTC" | "USD";
  readonly account: "available" | "held";
  readonly version: bigint;
  /** Satoshis or cents. Negative for a debit. */
  readonly amount: bigint;
  readonly balanceAfter: bigint;
}

export interface CheckedAccount {
  readonly asset: "BTC" | "USD";
  readonly account: "available" | "held";
  readonly newestVersion: bigint;
  /** 1 if the entries reach back to the first one. */
  readonly oldestVersion: bigint;
  /** Balance after the newest entry. */
  readonly balance: bigint;
  /** The newest error. Undefined if no entry is missing and the balances add up. */
  readonly fault: string | undefined;
}

/** Returns one result per account that has entries. `entries` are sorted newest first. */
export function checkStatement(entries: readonly StatementEntry[]): CheckedAccount[] {
  const accounts = new Map<string, StatementEntry[]>();
  for (const entry of entries) {
    const name = `${entry.asset} ${entry.account}`;
    const own = accounts.get(name) ?? [];
    own.push(entry);
    accounts.set(name, own);
  }
  return [...accounts.values()].map(checkAccount);
}

function checkAccount(entries: readonly StatementEntry[]): CheckedAccount {
  const [newest, oldest] = [entries.at(0), entries.at(-1)];
  if (!newest || !oldest) throw new RangeError("an account without entries has no statement");
  const { asset, account } = newest;
  return {
    asset,
    account,
    newestVersion: newest.version,
    oldestVersion: oldest.version,
    balance: newest.balanceAfter,
    fault: entries.map((entry, place) => faultOf(entry, entries[place + 1])).find(Boolean),
  };
}

/** Compares an entry with the previous one, which is undefined at the end of the statement. */
function faultOf(entry: StatementEntry, previous: StatementEntry | undefined): string | undefined {
  const { version, balanceAfter, amount } = entry;
  if (version < 1n) return `entry ${version} has no valid number`;
  // A statement may end before the first entry, because a check reads only a part of a long one.
  if (!previous && version > 1n) return undefined;
  if (previous && previous.version !== version - 1n)
    return `entry ${version} follows entry ${previous.version}`;
  const before = previous?.balanceAfter ?? 0n;
  if (before + amount !== balanceAfter)
    return `entry ${version} changes ${before} by ${amount}, but the balance is ${balanceAfter}`;
  return undefined;
}
