/**
 * Withdrawals of many users in one transaction, each as if it had been asked for alone. Only what
 * `requestWithdrawal` would accept, and nobody has to look at, goes this way: whoever would be
 * refused for anything, whose code is wrong, or who is busy elsewhere is left out, and no lock of
 * theirs is waited for.
 */
import { balancesOfUsers } from "#ledger";
import { deliveriesTo } from "#notifications";
import { excludeFromBatch, newId, Refusal, type DatabaseTransaction } from "#platform";
import { lockedWithdrawalsAmong, rightGuesses, useSecurityCodes } from "#users";
import { approvalsRequiredFor } from "../approvals/approval-rules.ts";
import { debtorsAmong } from "../books/debts-table.ts";
import { findAddresses } from "../chain/addresses-table.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { isInForce } from "../connections/address-lock.ts";
import { findLocks } from "../connections/address-lock-table.ts";
import { connectionsLock } from "../connections/connections-table.ts";
import { feeAt } from "../terms/fees.ts";
import { postedLimits, reviewPostersAmong } from "../terms/posted-limits.ts";
import { reviewLimits } from "../terms/review-limits.ts";
import {
  askedSatsOfAll,
  countWithdrawals,
  isWithinLimits,
  sumOf,
  tryLockAsking,
} from "../terms/withdrawal-limits.ts";
import { messageOf, newWithdrawal } from "./new-withdrawal.ts";
import { openApproved } from "./open-withdrawal.ts";
import { presentNew } from "./present-withdrawal.ts";
import {
  feeOf,
  isOwnChange,
  type Outcome,
  type RequestParts,
  type WithdrawalRequest,
} from "./request-withdrawal.ts";
import { bindingOf, CODE_PURPOSE } from "./send-code.ts";
import { checkWithdrawal, type Destination } from "./withdrawal-rules.ts";

/** With what the node said to who asked. */
export interface RatedRequest {
  readonly asked: WithdrawalRequest;
  readonly feeRate: bigint | undefined;
}

/** Whether it can be asked for together with others at all. */
export function mayGoTogether({ method, passkey, keyName }: WithdrawalRequest): boolean {
  return method === "wallet" && passkey === undefined && keyName === undefined;
}

interface Accepted {
  readonly asked: WithdrawalRequest;
  readonly destination: Destination & { readonly method: "wallet" };
  readonly feeSats: bigint;
  readonly daySats: bigint;
}

/**
 * Throws `NotBatchable` for those who have to ask alone. What is stored for a repeat is what
 * `requestWithdrawal` stores.
 */
export async function requestTogether(
  tx: DatabaseTransaction,
  parts: RequestParts,
  requests: readonly RatedRequest[],
): Promise<readonly Outcome[]> {
  const now = parts.clock.now();
  const userIds = requests.map(({ asked }) => asked.userId);
  const [found, write] = await Promise.all([
    acceptable(tx, parts, { requests, userIds, now }),
    deliveriesTo(tx, userIds),
  ]);
  excludeFromBatch(found, (one) => one === undefined);
  const accepted = found.filter((one) => one !== undefined);
  const { network } = parts.account;
  const withdrawals = accepted.map(({ asked, destination, ...sums }) => {
    const { userId, amountSats } = asked;
    const id = newId("wdr", now);
    const { to } = destination;
    return newWithdrawal({
      ...sums,
      id,
      userId,
      network,
      to,
      amountSats,
      approvalsRequired: 0,
      now,
    });
  });
  const messages = accepted.map(({ asked, destination, daySats }, place) =>
    messageOf({
      ...asked,
      id: withdrawals[place]?.id ?? "",
      destination,
      approvalsRequired: 0,
      daySats,
      now,
    }),
  );
  const [known, isCounted, , , isSetAside] = await Promise.all([
    findAddresses(
      tx,
      withdrawals.map(({ scriptHex }) => scriptHex),
    ),
    countWithdrawals(tx, userIds, { max: parts.withdrawalsPerHourMax, now }),
    useSecurityCodes(tx, { purpose: CODE_PURPOSE, now }, userIds),
    write(messages),
    openApproved(tx, withdrawals),
  ]);
  excludeFromBatch(
    withdrawals,
    ({ scriptHex }, place) =>
      isOwnChange(known.get(scriptHex)) || !isCounted[place] || !isSetAside[place],
  );
  return withdrawals.map((withdrawal) => ({ accepted: presentNew(withdrawal) }));
}

/**
 * In the order of the requests; undefined for those who have to ask alone. First the locks of each,
 * under which the rest stays as it is read.
 */
async function acceptable(
  tx: DatabaseTransaction,
  { account: { network }, raiseWaitHours: waitHours }: RequestParts,
  {
    requests,
    userIds,
    now,
  }: {
    readonly requests: readonly RatedRequest[];
    readonly userIds: readonly string[];
    readonly now: Date;
  },
): Promise<(Accepted | undefined)[]> {
  const guesses = requests.map(({ asked }) => ({
    userId: asked.userId,
    code: asked.code,
    binding: bindingOf(asked),
  }));
  const [
    connections,
    asking,
    right,
    before,
    balances,
    debtors,
    cursor,
    { withdrawal: limits, fee },
    locked,
    addressLocks,
    review,
    posters,
  ] = await Promise.all([
    connectionsLock.tryEach(tx, userIds),
    tryLockAsking(tx, userIds),
    rightGuesses(tx, { purpose: CODE_PURPOSE, now }, guesses),
    askedSatsOfAll(tx, userIds, now),
    balancesOfUsers(tx, userIds),
    debtorsAmong(tx, userIds),
    readCursor(tx),
    postedLimits(tx),
    lockedWithdrawalsAmong(tx, userIds, now),
    findLocks(tx, userIds),
    reviewLimits(tx, { now, waitHours }),
    reviewPostersAmong(tx, userIds),
  ]);
  const isPaused = pauseReasonOf(cursor) !== undefined;
  return requests.map(({ asked, feeRate }, place): Accepted | undefined => {
    const { userId, amountSats } = asked;
    if (!connections[place] || !asking[place] || isPaused || !right.has(userId)) return undefined;
    if (debtors.has(userId) || locked.has(userId) || posters.has(userId)) return undefined;
    if (isInForce(addressLocks.get(userId), now)) return undefined;
    const feeSats = feeOf(asked.method, feeAt(fee, feeRate));
    if (asked.feeSats !== undefined && asked.feeSats !== feeSats) return undefined;
    const availableSats = balances.get(userId)?.availableSats ?? 0n;
    const destination = checkWithdrawal(asked, { network, availableSats, feeSats });
    if (destination instanceof Refusal || destination.method !== "wallet") return undefined;
    if (!isWithinLimits(limits, asked, before(userId))) return undefined;
    const daySats = sumOf(before(userId)) + amountSats;
    if (approvalsRequiredFor(daySats, review) > 0) return undefined;
    return { asked, destination, feeSats, daySats };
  });
}
