/**
 * Daily faucet totals (UTC) that several users share: one per network, by prefix for IPv6, and the
 * total of the installation. Many accounts of one person cannot take more, and many networks of one
 * person cannot empty the treasury.
 */
import { networksOf, type Origin } from "#platform";

export interface Share {
  /** Name of a network, or `TOTAL`. */
  readonly name: string;
  readonly limitSats: bigint;
  readonly remainingSats: bigint;
}

/** Row with the total of all users. No network has this name. */
const TOTAL = "all";

/** Names of the totals that these origins count towards, without duplicates. */
export function sumNames(origins: readonly Origin[]): readonly string[] {
  const names = origins.flatMap((origin) => networksOf(origin).map(({ name }) => name));
  return [...new Set([...names, TOTAL])];
}

interface PostedShares {
  readonly daily: bigint;
  readonly networkAccounts: bigint;
  readonly totalDaily: bigint;
}

export function sharesOf(
  origin: Origin,
  { daily, networkAccounts, totalDaily }: PostedShares,
  grantedSats: ReadonlyMap<string, bigint>,
): { readonly networks: readonly Share[]; readonly total: Share } {
  const shareOf = (name: string, limitSats: bigint): Share => {
    return { name, limitSats, remainingSats: remainingOf(limitSats, grantedSats.get(name) ?? 0n) };
  };
  const networks = networksOf(origin).map(({ name, factor }) =>
    shareOf(name, daily * networkAccounts * BigInt(factor)),
  );
  return { networks, total: shareOf(TOTAL, totalDaily) };
}

/** The share with the least remaining. */
export function leastOf(shares: readonly [...Share[], Share]): Share {
  return shares.reduce((least, share) =>
    share.remainingSats < least.remainingSats ? share : least,
  );
}

/** Returns true if less than the amount, or less than the smallest grant, remains. */
export function isEmptied(
  { remainingSats }: Share,
  { leastSats, amountSats }: { readonly leastSats: bigint; readonly amountSats: bigint },
): boolean {
  return remainingSats < leastSats || remainingSats < amountSats;
}

/** Never negative, although a limit may have been lowered below the amount already given. */
export function remainingOf(limitSats: bigint, grantedSats: bigint): bigint {
  return grantedSats < limitSats ? limitSats - grantedSats : 0n;
}
