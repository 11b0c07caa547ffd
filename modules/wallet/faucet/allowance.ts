/**
 * Computes how much the faucet may grant to a user now, or why it may grant nothing. Three daily
 * limits (UTC) apply: per account, per network, and for all users together. The pause between
 * grants and the treasury's spare coins also limit the amount.
 */
import { accountBalance, houseAccount } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { Origin, Queryable } from "#platform";
import { MINER_FEE_SATS_MAX } from "../books/withdrawal-legs.ts";
import { hasCreditedCoinbase } from "../deposits/deposits-table.ts";
import { postedFaucet } from "../terms/posted-limits.ts";
import {
  isEmptied,
  leastOf,
  remainingOf,
  sharesOf,
  sumNames,
  type Share,
} from "./faucet-shares.ts";
import { givenTo, givenToNetworks, type Taking } from "./faucet-table.ts";

const MINUTE_MS = 60_000;
const NOT_MATURE = "The faucet opens when the first coins mature.";
const COVERED =
  "The treasury needs all its coins to cover sales, so the faucet has none to give now. Please try again later.";
export const EMPTY = "The treasury has no coins to give now. Please try again later.";

export interface FaucetLimits {
  /** Hours until an announced increase applies. */
  readonly raiseWaitHours: number;
}

export interface Asker {
  readonly userId: string;
  readonly origin: Origin;
}

export interface Allowance {
  readonly day: string;
  readonly leastSats: bigint;
  readonly dailySats: bigint;
  readonly remainingSats: bigint;
  /** Shares of the user's networks, smallest network first; empty for a local origin. */
  readonly networks: readonly Share[];
  /** Share that all users have in common. */
  readonly total: Share;
  /** When the pause after the last grant ends; null if the user does not have to wait. */
  readonly pausedUntil: Date | null;
  readonly waitMinutes: bigint;
  readonly isTakenFrom: boolean;
}

export async function allowanceOf(
  queryable: Queryable,
  limits: FaucetLimits,
  { now, ...asker }: Asker & { readonly now: Date },
): Promise<Allowance> {
  const [allowance] = await allowancesOf(queryable, limits, { askers: [asker], now });
  if (!allowance) throw new Error("a user has no allowance");
  return allowance;
}

/**
 * Returns one allowance per user, in the order of the users. Concurrent requests of other users are
 * not taken into account.
 */
export async function allowancesOf(
  queryable: Queryable,
  { raiseWaitHours }: FaucetLimits,
  { askers, now }: { readonly askers: readonly Asker[]; readonly now: Date },
): Promise<Allowance[]> {
  const day = dayOf(now);
  const userIds = askers.map(({ userId }) => userId);
  const origins = askers.map(({ origin }) => origin);
  const [faucet, givenToUsers, givenToNetwork] = await Promise.all([
    postedFaucet(queryable, { now, waitHours: raiseWaitHours }),
    givenTo(queryable, userIds, day),
    givenToNetworks(queryable, sumNames(origins), day),
  ]);
  const { least: leastSats, daily: dailySats, waitMinutes } = faucet;
  return askers.map(({ userId, origin }) => {
    const { sats = 0n, lastAt = null } = givenToUsers.get(userId) ?? {};
    return {
      day,
      leastSats,
      dailySats,
      remainingSats: remainingOf(dailySats, sats),
      ...sharesOf(origin, faucet, givenToNetwork),
      pausedUntil: pauseAfter(lastAt, waitMinutes, now),
      waitMinutes,
      isTakenFrom: sats > 0n,
    };
  });
}

function pauseAfter(lastAt: Date | null, waitMinutes: bigint, now: Date): Date | null {
  if (lastAt === null || waitMinutes === 0n) return null;
  const next = new Date(lastAt.getTime() + Number(waitMinutes) * MINUTE_MS);
  return next > now ? next : null;
}

/** Returns the amount to grant if the request specifies none: the maximum that remains. */
export function mostSatsOf({ remainingSats, networks, total }: Allowance): bigint {
  const { remainingSats: sharedSats } = leastOf([...networks, total]);
  return remainingSats < sharedSats ? remainingSats : sharedSats;
}

/**
 * Returns why nothing can be granted under the network limits or the total limit, as shown on the
 * page; null if both have coins left.
 */
export function sharedReasonOf({ networks, total, leastSats }: Allowance): string | null {
  const needed = { leastSats, amountSats: 0n };
  const network = networks.find((share) => isEmptied(share, needed));
  if (network)
    return `Your network has received its daily limit of ${btc(network.limitSats)} BTC. The faucet opens again at midnight UTC.`;
  return isEmptied(total, needed)
    ? `The faucet has given its daily limit of ${btc(total.limitSats)} BTC. It opens again at midnight UTC.`
    : null;
}

/**
 * Returns the amount that a grant takes from the treasury: the amount plus the maximum miner's fee.
 */
export function neededSatsFor(amountSats: bigint): bigint {
  return amountSats + MINER_FEE_SATS_MAX;
}

export interface Means {
  readonly neededSats: bigint;
  /** Treasury coins not needed for any other purpose. */
  readonly spareSats: bigint;
  /** Why on-chain payments cannot be sent now; undefined if they can. */
  readonly chainReason: string | undefined;
}

/**
 * Returns why the faucet is closed; null if payments can be sent and the treasury has enough spare
 * coins.
 */
export async function closedReasonOf(
  queryable: Queryable,
  { neededSats, spareSats, chainReason }: Means,
): Promise<string | null> {
  if (spareSats >= neededSats) return chainReason ?? null;
  const held = await accountBalance(queryable, houseAccount("treasury", "BTC"));
  if (held >= neededSats) return COVERED;
  return (await hasCreditedCoinbase(queryable)) ? EMPTY : NOT_MATURE;
}

/**
 * Returns the limits that the faucet table checks again when it adds a grant, because concurrent
 * grants may have used up the allowance.
 */
export function takingOf({ day, dailySats, waitMinutes }: Allowance, now: Date): Taking {
  const pauseMs = Number(waitMinutes) * MINUTE_MS;
  const notAfter = pauseMs > 0 ? new Date(now.getTime() - pauseMs) : null;
  return { day, now, dailySats, notAfter };
}

/** Returns why the user must wait for the next grant; null if the user does not have to wait. */
export function pauseReasonOf({ pausedUntil, waitMinutes }: Allowance): string | null {
  if (pausedUntil === null) return null;
  const end = pausedUntil.toISOString().slice(11, 16);
  return `The faucet pauses for ${waitMinutes} minutes after each grant. You can use it again at ${end} UTC.`;
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
