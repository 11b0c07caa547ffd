/**
 * Computes daily faucet totals (UTC) that several users share: one per network (per prefix for
 * IPv6) and one for the installation. Network totals limit a person with many accounts; the
 * installation's total limits a person with many networks.
 */
import { networksOf, type Origin } from "#platform";

export interface Share {
  /** Network name, or `TOTAL`. */
  readonly name: string;
  readonly limitSats: bigint;
  readonly remainingSats: bigint;
}

/** Name of the row with the total of all users. No network has this name. */
const TOTAL = "all";

/** Returns the names of the totals that include grants to these origins, without duplicates. */
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

export function leastOf(shares: readonly [...Share[], Share]): Share {
  return shares.reduce((least, share) =>
    share.remainingSats < least.remainingSats ? share : least,
  );
}

/**
 * Returns whether the remaining amount is less than the requested amount or less than the smallest
 * grant.
 */
export function isEmptied(
  { remainingSats }: Share,
  { leastSats, amountSats }: { readonly leastSats: bigint; readonly amountSats: bigint },
): boolean {
  return remainingSats < leastSats || remainingSats < amountSats;
}

/**
 * Returns the remaining amount. It is 0 if the limit was lowered below the amount already granted.
 */
export function remainingOf(limitSats: bigint, grantedSats: bigint): bigint {
  return grantedSats < limitSats ? limitSats - grantedSats : 0n;
}
