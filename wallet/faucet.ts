/**
 * The faucet: real test coins from the treasury, sent on-chain to the user's deposit address like any withdrawal; the house
 * pays the miner. At most 0.05 BTC per user and UTC day, however many requests come at once.
 */
import { faucetLimits } from "#api-schema/limits";
import { assertPracticeNetwork } from "#bitcoin";
import { accountBalance, houseAccount } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import {
  newId,
  runOnce,
  type DatabaseTransaction,
  type IdempotentRequest,
  type Queryable,
} from "#platform";
import { readCursor } from "./chain-table.ts";
import { addressWithin } from "./deposit-address.ts";
import { hasCreditedCoinbase } from "./deposits-table.ts";
import { givenSats, takeAllowance } from "./faucet-table.ts";
import { isTooLittle, openWithdrawal } from "./open-withdrawal.ts";
import type { WalletParts } from "./parts.ts";
import { pauseReasonOf } from "./pause-reason.ts";
import { refuse } from "./refusals.ts";
import { MINER_FEE_SATS_MAX } from "./withdrawal-legs.ts";
import { SENDER } from "./worker-names.ts";

const { dailySats } = faucetLimits;
const MIN_SATS = 10_000n;
const DAY_MS = 86_400_000;
const NOT_MATURE = "The faucet opens when the first coins mature.";
const EMPTY = "The treasury has no coins to give now. Please try again later.";

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
  { database, clock }: Pick<WalletParts, "database" | "clock">,
  { userId }: { readonly userId: string },
): Promise<FaucetState> {
  const now = clock.now();
  const given = await givenSats(database, userId, dayOf(now));
  const closedReason = await closedReasonOf(database, MIN_SATS);
  const resetsAt = given > 0n ? new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS) : null;
  return {
    isOpen: closedReason === null,
    closedReason,
    dailySats,
    remainingSats: dailySats - given,
    resetsAt,
  };
}

type Parts = Pick<WalletParts, "database" | "node" | "account" | "clock" | "bus">;

export interface FaucetRequest {
  readonly userId: string;
  /** All that is left of the day's allowance when absent. */
  readonly amountSats: bigint | undefined;
  readonly idempotency: IdempotentRequest;
}

export async function requestFaucet(parts: Parts, request: FaucetRequest): Promise<Grant> {
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
  parts: Parts,
  { userId, amountSats: wanted }: FaucetRequest,
): Promise<Grant> {
  const { account, clock } = parts;
  const now = clock.now();
  const day = dayOf(now);
  const remaining = dailySats - (await givenSats(tx, userId, day));
  const amountSats = wanted ?? remaining;
  if (remaining === 0n || amountSats > remaining) throw overLimit(remaining);
  if (amountSats < MIN_SATS) throw refuse.faucet_amount({ min: btc(MIN_SATS) });
  const reason = await closedReasonOf(tx, amountSats);
  if (reason !== null) throw refuse.faucet_closed({ reason });
  if (!(await takeAllowance(tx, { userId, day, amountSats, dailySats })))
    throw overLimit(dailySats - (await givenSats(tx, userId, day)));
  const { address, scriptHex } = await addressWithin(tx, parts, userId);
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
  });
  return { id, address, amountSats };
}

async function closedReasonOf(queryable: Queryable, amountSats: bigint): Promise<string | null> {
  const treasury = await accountBalance(queryable, houseAccount("treasury", "BTC"));
  if (treasury < amountSats + MINER_FEE_SATS_MAX)
    return (await hasCreditedCoinbase(queryable)) ? EMPTY : NOT_MATURE;
  return pauseReasonOf(await readCursor(queryable)) ?? null;
}

function overLimit(remaining: bigint) {
  return refuse.faucet_limit({ daily: btc(dailySats), remaining: btc(remaining) });
}

function btc(sats: bigint): string {
  return formatAmount(sats, BTC_DECIMALS);
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
