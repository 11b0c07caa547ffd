/**
 * What the faucet may still give to somebody now, and why it may not: the account's and the
 * network's amount of the UTC day, the pause between two grants, and what the treasury has to
 * spare.
 */
import { accountBalance, houseAccount } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { networkOf, type Queryable, type Refusal } from "#platform";
import { MINER_FEE_SATS_MAX } from "../books/withdrawal-legs.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { hasCreditedCoinbase } from "../deposits/deposits-table.ts";
import { postedFaucet } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import { givenSats, givenToNetworkSats, lastGivenAt } from "./faucet-table.ts";

const MINUTE_MS = 60_000;
const NOT_MATURE = "The faucet opens when the first coins mature.";
const COVERED =
  "The coins of the treasury cover what was sold here, so none are spare to give now. Please try again later.";
export const EMPTY = "The treasury has no coins to give now. Please try again later.";

export interface FaucetLimits {
  /** So long after it was posted a raise of what it gives counts. */
  readonly raiseWaitHours: number;
  /** One network gets as much a day as so many accounts do. */
  readonly faucetAccountsPerNetwork: number;
}

/** Whoever asks. */
export interface Asker {
  readonly userId: string;
  readonly ip: string;
}

export interface Allowance {
  readonly day: string;
  /** Of the network that was asked from. */
  readonly network: string;
  readonly leastSats: bigint;
  readonly waitMinutes: bigint;
  readonly dailySats: bigint;
  readonly remainingSats: bigint;
  readonly networkSats: bigint;
  readonly networkRemainingSats: bigint;
  readonly isTakenFrom: boolean;
}

export async function allowanceOf(
  queryable: Queryable,
  { raiseWaitHours, faucetAccountsPerNetwork }: FaucetLimits,
  { userId, ip, now }: Asker & { readonly now: Date },
): Promise<Allowance> {
  const day = dayOf(now);
  const network = networkOf(ip);
  const [faucet, given, givenToNetwork] = await Promise.all([
    postedFaucet(queryable, { now, waitHours: raiseWaitHours }),
    givenSats(queryable, userId, day),
    givenToNetworkSats(queryable, network, day),
  ]);
  const networkSats = faucet.daily * BigInt(faucetAccountsPerNetwork);
  return {
    day,
    network,
    leastSats: faucet.least,
    waitMinutes: faucet.waitMinutes,
    dailySats: faucet.daily,
    remainingSats: lessGiven(faucet.daily, given),
    networkSats,
    networkRemainingSats: lessGiven(networkSats, givenToNetwork),
    isTakenFrom: given > 0n,
  };
}

/** What goes when nobody says how much: all that is left for the account and for its network. */
export function mostSatsOf({ remainingSats, networkRemainingSats }: Allowance): bigint {
  return remainingSats < networkRemainingSats ? remainingSats : networkRemainingSats;
}

/** Why this amount is none that the faucet gives; undefined: it is. */
export function refusalOf(allowance: Allowance, amountSats: bigint): Refusal | undefined {
  const { remainingSats, networkRemainingSats, leastSats } = allowance;
  if (remainingSats === 0n || amountSats > remainingSats) return overLimit(allowance);
  if (isNetworkDone(allowance) || amountSats > networkRemainingSats)
    return overNetworkLimit(allowance);
  return amountSats < leastSats ? refuse.faucet_amount({ min: btc(leastSats) }) : undefined;
}

function isNetworkDone({ networkRemainingSats, leastSats }: Allowance): boolean {
  return networkRemainingSats < leastSats;
}

/** For showing; null: its network may have more. */
export function networkReasonOf(allowance: Allowance): string | null {
  return isNetworkDone(allowance)
    ? `Your network has had all that the faucet gives to one network a day, ${btc(allowance.networkSats)} BTC. It opens again at midnight UTC.`
    : null;
}

export function overLimit({ dailySats, remainingSats }: Allowance): Refusal {
  return refuse.faucet_limit({ daily: btc(dailySats), remaining: btc(remainingSats) });
}

export function overNetworkLimit({ networkSats, networkRemainingSats }: Allowance): Refusal {
  return refuse.faucet_network_limit({
    daily: btc(networkSats),
    remaining: btc(networkRemainingSats),
  });
}

/** With what the miner gets. */
export function neededSatsFor(amountSats: bigint): bigint {
  return amountSats + MINER_FEE_SATS_MAX;
}

/** For a grant of so much; `spareSats` of the treasury nothing else needs. */
export async function closedReasonOf(
  queryable: Queryable,
  amountSats: bigint,
  spareSats: bigint,
): Promise<string | null> {
  const neededSats = neededSatsFor(amountSats);
  if (spareSats < neededSats) {
    const held = await accountBalance(queryable, houseAccount("treasury", "BTC"));
    if (held >= neededSats) return COVERED;
    return (await hasCreditedCoinbase(queryable)) ? EMPTY : NOT_MATURE;
  }
  return pauseReasonOf(await readCursor(queryable)) ?? null;
}

/** The last grant has to be this old; null: there is no pause between grants. */
export function notAfterOf({ waitMinutes }: Allowance, now: Date): Date | null {
  const pauseMs = Number(waitMinutes) * MINUTE_MS;
  return pauseMs > 0 ? new Date(now.getTime() - pauseMs) : null;
}

/** Why the next grant has to wait for the last one; null: it has not. */
export async function pauseOf(
  queryable: Queryable,
  { waitMinutes }: Allowance,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<string | null> {
  const last = waitMinutes > 0n ? await lastGivenAt(queryable, userId) : undefined;
  if (!last) return null;
  const next = new Date(last.getTime() + Number(waitMinutes) * MINUTE_MS);
  if (next <= now) return null;
  return `The faucet pauses for ${waitMinutes} minutes after a grant. Yours ends at ${next.toISOString().slice(11, 16)} UTC.`;
}

/** A limit may have been lowered below what was given already. */
function lessGiven(limitSats: bigint, given: bigint): bigint {
  return given < limitSats ? limitSats - given : 0n;
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
