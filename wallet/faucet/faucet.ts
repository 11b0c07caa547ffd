/**
 * The faucet: real test coins from the treasury, sent on-chain to the user's deposit address like
 * any withdrawal; the house pays the miner. So much per user and UTC day as is posted, however many
 * requests come at once.
 */
import { assertPracticeNetwork } from "#bitcoin";
import { accountBalance, houseAccount } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import {
  newId,
  runOnce,
  type Bus,
  type DatabaseTransaction,
  type IdempotentRequest,
  type Queryable,
} from "#platform";
import { claimSpareSats, spareTreasurySats, type Treasury } from "#treasury";
import { requirePerson } from "#users";
import { MINER_FEE_SATS_MAX } from "../books/withdrawal-legs.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { addressWithin, type DepositParts } from "../deposits/deposit-address.ts";
import { hasCreditedCoinbase } from "../deposits/deposits-table.ts";
import { postedFaucet } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import { isTooLittle, openWithdrawal } from "../withdrawals/open-withdrawal.ts";
import { SENDER } from "../withdrawals/withdrawal-queues.ts";
import { givenSats, lastGivenAt, takeAllowance } from "./faucet-table.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOT_MATURE = "The faucet opens when the first coins mature.";
const COVERED =
  "The coins of the treasury cover what was sold here, so none are spare to give now. Please try again later.";
const EMPTY = "The treasury has no coins to give now. Please try again later.";

export interface FaucetParts extends DepositParts {
  readonly bus: Bus;
  readonly treasury: Treasury;
  /** So long after it was posted a raise of what it gives counts. */
  readonly raiseWaitHours: number;
}

export interface FaucetState {
  readonly isOpen: boolean;
  readonly closedReason: string | null;
  readonly dailySats: bigint;
  readonly remainingSats: bigint;
  /** Midnight UTC, when something was taken today. */
  readonly resetsAt: Date | null;
}

export interface Grant {
  readonly id: string;
  readonly address: string;
  readonly amountSats: bigint;
}

export async function faucetState(
  parts: Pick<FaucetParts, "database" | "clock" | "treasury" | "raiseWaitHours">,
  { userId }: { readonly userId: string },
): Promise<FaucetState> {
  const { database, treasury } = parts;
  const now = parts.clock.now();
  const faucet = await postedFaucet(database, { now, waitHours: parts.raiseWaitHours });
  const given = await givenSats(database, userId, dayOf(now));
  const spareSats = await spareTreasurySats(database, treasury, {
    now,
    wantedSats: neededSatsFor(faucet.least),
  });
  const closedReason =
    (await closedReasonOf(database, faucet.least, spareSats)) ??
    (await pauseOf(database, { userId, now, waitMinutes: faucet.waitMinutes }));
  const resetsAt = given > 0n ? new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS) : null;
  return {
    isOpen: closedReason === null,
    closedReason,
    dailySats: faucet.daily,
    remainingSats: remainingOf(faucet.daily, given),
    resetsAt,
  };
}

export interface FaucetRequest {
  readonly userId: string;
  /** All that is left of the day's allowance when absent. */
  readonly amountSats: bigint | undefined;
  readonly idempotency: IdempotentRequest;
}

export async function requestFaucet(parts: FaucetParts, request: FaucetRequest): Promise<Grant> {
  const { database, node, bus } = parts;
  const { userId } = request;
  await assertPracticeNetwork(node);
  const grant = await runOnce(database, request.idempotency, (tx) =>
    give(tx, parts, request),
  ).catch((error: unknown) => {
    throw isTooLittle(error) ? refuse.faucet_closed({ reason: EMPTY }) : error;
  });
  bus.publish("me", { userId, what: "deposits" });
  bus.publish("wake", { worker: SENDER });
  return grant;
}

async function give(
  tx: DatabaseTransaction,
  parts: FaucetParts,
  { userId, amountSats: wanted }: FaucetRequest,
): Promise<Grant> {
  const { account, clock, treasury } = parts;
  const now = clock.now();
  const day = dayOf(now);
  const [faucet, given] = await Promise.all([
    postedFaucet(tx, { now, waitHours: parts.raiseWaitHours }),
    givenSats(tx, userId, day),
    requirePerson(tx, userId),
  ]);
  const { daily: dailySats, waitMinutes } = faucet;
  const remainingNow = async () => remainingOf(dailySats, await givenSats(tx, userId, day));
  const remaining = remainingOf(dailySats, given);
  const amountSats = wanted ?? remaining;
  if (remaining === 0n || amountSats > remaining) throw overLimit(dailySats, remaining);
  if (amountSats < faucet.least) throw refuse.faucet_amount({ min: btc(faucet.least) });
  const refuseWhilePaused = async () => {
    const reason = await pauseOf(tx, { userId, now, waitMinutes });
    if (reason !== null) throw refuse.faucet_closed({ reason });
  };
  await refuseWhilePaused();
  const pauseMs = Number(waitMinutes) * MINUTE_MS;
  const notAfter = pauseMs > 0 ? new Date(now.getTime() - pauseMs) : null;
  if (!(await takeAllowance(tx, { userId, day, amountSats, dailySats, now, notAfter }))) {
    await refuseWhilePaused();
    throw overLimit(dailySats, await remainingNow());
  }
  const { address, scriptHex } = await addressWithin(tx, parts, userId);
  // After the rows of this user and address, before the ledger's: the order of everybody who takes
  // of the treasury.
  const spareSats = await claimSpareSats(tx, treasury, {
    now,
    wantedSats: neededSatsFor(amountSats),
  });
  const reason = await closedReasonOf(tx, amountSats, spareSats);
  if (reason !== null) throw refuse.faucet_closed({ reason });
  const id = newId("fct", now);
  await openWithdrawal(tx, {
    id,
    purpose: "faucet",
    userId,
    method: "wallet",
    network: account.network,
    address,
    scriptHex,
    amountSats,
    feeSats: 0n,
    requestedAt: now,
    approvalsRequired: 0,
    daySats: null,
  });
  return { id, address, amountSats };
}

function neededSatsFor(amountSats: bigint): bigint {
  return amountSats + MINER_FEE_SATS_MAX;
}

/** For a grant of so much; `spareSats` of the treasury nothing else needs. */
async function closedReasonOf(
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

/** Why the next grant has to wait for the last one; null: it has not. */
async function pauseOf(
  queryable: Queryable,
  asked: { readonly userId: string; readonly now: Date; readonly waitMinutes: bigint },
): Promise<string | null> {
  const { userId, now, waitMinutes } = asked;
  const last = waitMinutes > 0n ? await lastGivenAt(queryable, userId) : undefined;
  if (!last) return null;
  const next = new Date(last.getTime() + Number(waitMinutes) * MINUTE_MS);
  if (next <= now) return null;
  return `The faucet pauses for ${waitMinutes} minutes after a grant. Yours ends at ${next.toISOString().slice(11, 16)} UTC.`;
}

/** A limit may have been lowered below what was given already. */
function remainingOf(dailySats: bigint, given: bigint): bigint {
  return given < dailySats ? dailySats - given : 0n;
}

function overLimit(dailySats: bigint, remaining: bigint) {
  return refuse.faucet_limit({ daily: btc(dailySats), remaining: btc(remaining) });
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
