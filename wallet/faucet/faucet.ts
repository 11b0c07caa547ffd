/**
 * The faucet: real test coins from the treasury, sent on-chain to the user's deposit address like
 * any withdrawal; the house pays the miner. So much per user, and per network, and UTC day as is
 * posted, however many requests come at once.
 */
import { assertPracticeNetwork } from "#bitcoin";
import {
  newId,
  runOnce,
  type Bus,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { claimSpareSats, spareTreasurySats, type Treasury } from "#treasury";
import { requirePerson } from "#users";
import { addressWithin, type DepositParts } from "../deposits/deposit-address.ts";
import { refuse } from "../terms/refusals.ts";
import { isTooLittle, openWithdrawal } from "../withdrawals/open-withdrawal.ts";
import { SENDER } from "../withdrawals/withdrawal-queues.ts";
import {
  allowanceOf,
  closedReasonOf,
  EMPTY,
  mostSatsOf,
  neededSatsFor,
  networkReasonOf,
  notAfterOf,
  overLimit,
  overNetworkLimit,
  pauseOf,
  refusalOf,
  type Asker,
  type FaucetLimits,
} from "./allowance.ts";
import { takeAllowance, takeForNetworks } from "./faucet-table.ts";

const DAY_MS = 86_400_000;

export interface FaucetParts extends DepositParts, FaucetLimits {
  readonly bus: Bus;
  readonly treasury: Treasury;
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
  parts: Pick<FaucetParts, "database" | "clock" | "treasury" | keyof FaucetLimits>,
  { userId, ip }: Asker,
): Promise<FaucetState> {
  const { database, treasury } = parts;
  const now = parts.clock.now();
  const allowance = await allowanceOf(database, parts, { userId, ip, now });
  const spareSats = await spareTreasurySats(database, treasury, {
    now,
    wantedSats: neededSatsFor(allowance.leastSats),
  });
  const closedReason =
    (await closedReasonOf(database, allowance.leastSats, spareSats)) ??
    networkReasonOf(allowance) ??
    (await pauseOf(database, allowance, { userId, now }));
  const midnight = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return {
    isOpen: closedReason === null,
    closedReason,
    dailySats: allowance.dailySats,
    remainingSats: mostSatsOf(allowance),
    resetsAt: allowance.isTakenFrom ? midnight : null,
  };
}

export interface FaucetRequest extends Asker {
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
  { userId, ip, amountSats: wanted }: FaucetRequest,
): Promise<Grant> {
  const { account, clock, treasury } = parts;
  const now = clock.now();
  const asked = { userId, ip, now };
  const [allowance] = await Promise.all([allowanceOf(tx, parts, asked), requirePerson(tx, userId)]);
  const amountSats = wanted ?? mostSatsOf(allowance);
  const refusal = refusalOf(allowance, amountSats);
  if (refusal) throw refusal;
  const refuseWhilePaused = async () => {
    const reason = await pauseOf(tx, allowance, asked);
    if (reason !== null) throw refuse.faucet_closed({ reason });
  };
  await refuseWhilePaused();
  const { day, network, dailySats, networkSats } = allowance;
  const notAfter = notAfterOf(allowance, now);
  if (!(await takeAllowance(tx, { userId, day, amountSats, dailySats, now, notAfter }))) {
    await refuseWhilePaused();
    throw overLimit(await allowanceOf(tx, parts, asked));
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
  // As late as can be: others of this network wait for the commit.
  if (!(await takeForNetworks(tx, new Map([[network, amountSats]]), { day, networkSats })))
    throw overNetworkLimit(await allowanceOf(tx, parts, asked));
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
