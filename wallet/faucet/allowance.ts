/**
 * What the faucet may still give to somebody now, and why it may not: the account's and the
 * network's amount of the UTC day, the pause between two grants, and what the treasury has to
 * spare.
 */
import { accountBalance, houseAccount } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { networkOf, type Queryable, type Refusal } from "#platform";
import { MINER_FEE_SATS_MAX } from "../books/withdrawal-legs.ts";
import { pauseReasonOf as chainReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { hasCreditedCoinbase } from "../deposits/deposits-table.ts";
import { postedFaucet } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import { givenTo, givenToNetworks, type Taking } from "./faucet-table.ts";

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
  readonly dailySats: bigint;
  readonly remainingSats: bigint;
  readonly networkSats: bigint;
  readonly networkRemainingSats: bigint;
  /** When the pause after the last grant ends; null: nobody has to wait. */
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
  if (!allowance) throw new Error("an asker without an allowance");
  return allowance;
}

/** In the order of the askers, each as if alone. */
export async function allowancesOf(
  queryable: Queryable,
  { raiseWaitHours, faucetAccountsPerNetwork }: FaucetLimits,
  { askers, now }: { readonly askers: readonly Asker[]; readonly now: Date },
): Promise<Allowance[]> {
  const day = dayOf(now);
  const userIds = askers.map(({ userId }) => userId);
  const networks = askers.map(({ ip }) => networkOf(ip));
  const [faucet, given, givenToNetwork] = await Promise.all([
    postedFaucet(queryable, { now, waitHours: raiseWaitHours }),
    givenTo(queryable, userIds, day),
    givenToNetworks(queryable, [...new Set(networks)], day),
  ]);
  const { least: leastSats, daily: dailySats, waitMinutes } = faucet;
  const networkSats = dailySats * BigInt(faucetAccountsPerNetwork);
  return userIds.map((userId, place) => {
    const network = networks[place] ?? "";
    const { sats = 0n, lastAt = null } = given.get(userId) ?? {};
    return {
      day,
      network,
      leastSats,
      dailySats,
      remainingSats: lessGiven(dailySats, sats),
      networkSats,
      networkRemainingSats: lessGiven(networkSats, givenToNetwork.get(network) ?? 0n),
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
  return chainReasonOf(await readCursor(queryable)) ?? null;
}

/** What is taken at once has to keep too. */
export function takingOf({ day, dailySats, waitMinutes }: Allowance, now: Date): Taking {
  const pauseMs = Number(waitMinutes) * MINUTE_MS;
  const notAfter = pauseMs > 0 ? new Date(now.getTime() - pauseMs) : null;
  return { day, now, dailySats, notAfter };
}

/** Why the next grant has to wait for the last one; null: it has not. */
export function pauseReasonOf({ pausedUntil, waitMinutes }: Allowance): string | null {
  if (pausedUntil === null) return null;
  const end = pausedUntil.toISOString().slice(11, 16);
  return `The faucet pauses for ${waitMinutes} minutes after a grant. Yours ends at ${end} UTC.`;
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
