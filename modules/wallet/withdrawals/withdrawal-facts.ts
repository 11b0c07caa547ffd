/**
 * Reads the data for the decision about one withdrawal request or a batch. The data is read while
 * holding the users' locks and stays valid until the commit, because every withdrawal of a user
 * takes these locks.
 */
import type { Network, parseAddress } from "#bitcoin";
import { balancesOfUsers } from "#ledger";
import type { DatabaseTransaction, IdempotentRequest, RunMode } from "#platform";
import { withdrawalLocksOf, type Visitor } from "#users";
import type { ReviewLimits } from "../approvals/approval-rules.ts";
import { owedSatsOfUsers } from "../books/debts-table.ts";
import { findAddresses } from "../chain/addresses-table.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { destinationFacts, type DestinationFacts } from "../connections/allowed-destinations.ts";
import { connectionsLock } from "../connections/connections-table.ts";
import { postedLimits, type PostedLimits } from "../terms/posted-limits.ts";
import { reviewLimitsOf } from "../terms/review-limits.ts";
import { requestedSatsOfAll, requestLock, type RequestedSats } from "../terms/withdrawal-limits.ts";
import type { WithdrawalDeps } from "./deps.ts";
import type { WithdrawalForm } from "./withdrawal-rules.ts";

export interface WithdrawalRequest extends WithdrawalForm {
  readonly userId: string;
  readonly idempotency: IdempotentRequest;
  readonly visitor: Visitor;
  /** Fee that the user saw. If undefined, the fee is not checked. */
  readonly feeSats?: bigint | undefined;
}

/** A request with the data that was read before its transaction. */
export interface PreparedWithdrawal {
  readonly form: WithdrawalRequest;
  /** The node's fee rate; undefined if the node did not respond. */
  readonly feeRate: bigint | undefined;
  readonly to: ReturnType<typeof parseAddress>;
}

export interface WithdrawalFacts {
  /** Time after the locks were acquired. */
  readonly now: Date;
  readonly network: Network;
  readonly limits: PostedLimits;
  /** Why withdrawals cannot be sent now; undefined if they can. */
  readonly pauseReason: string | undefined;
  /** Scripts of those requested destinations that are the wallet's own change addresses. */
  readonly ownChange: ReadonlySet<string>;
  readonly ofUser: (userId: string) => UserFacts;
  /**
   * One element per request, in order. False if a concurrent transaction holds one of the user's
   * locks.
   */
  readonly isLocked: readonly boolean[];
}

export interface UserFacts {
  readonly availableSats: bigint;
  readonly owedSats: bigint;
  /** End of the lock after a change of credentials. */
  readonly lockedUntil: Date | undefined;
  readonly destinations: DestinationFacts;
  /** The user's totals of the last 24 hours, before this request. */
  readonly before: RequestedSats;
  readonly review: ReviewLimits;
}

export async function withdrawalFacts(
  tx: DatabaseTransaction,
  {
    account,
    clock,
    raiseWaitHours,
    settleEarnings,
  }: Pick<WithdrawalDeps, "account" | "clock" | "raiseWaitHours" | "settleEarnings">,
  prepared: readonly PreparedWithdrawal[],
  mode: RunMode,
): Promise<WithdrawalFacts> {
  const { network } = account;
  const forms = prepared.map(({ form }) => form);
  const userIds = forms.map(({ userId }) => userId);
  const scripts = prepared.flatMap(({ form, to }) =>
    form.method === "wallet" && to.ok ? [to.scriptHex] : [],
  );
  const settled = await settleEarnings(tx, userIds, mode);
  const locking = Promise.all([
    connectionsLock.take(tx, userIds, mode),
    requestLock.take(tx, userIds, mode),
  ]);
  // The locks are acquired before the time is read, so that a code that expires during the wait is
  // refused.
  if (mode === "single") await locking;
  const now = clock.now();
  const [
    locks,
    balances,
    owed,
    cursor,
    limits,
    lockedUntil,
    destinations,
    before,
    review,
    addresses,
  ] = await Promise.all([
    locking,
    balancesOfUsers(tx, userIds),
    owedSatsOfUsers(tx, userIds),
    readCursor(tx),
    postedLimits(tx),
    withdrawalLocksOf(tx, userIds, now),
    destinationFacts(tx, forms, { network, now }),
    requestedSatsOfAll(tx, userIds, now),
    reviewLimitsOf(tx, userIds, { now, waitHours: raiseWaitHours }),
    findAddresses(tx, scripts),
  ]);
  const ownChange = [...addresses.values()].filter(({ purpose }) => purpose !== "deposit");
  return {
    now,
    network,
    limits,
    pauseReason: pauseReasonOf(cursor),
    ownChange: new Set(ownChange.map(({ scriptHex }) => scriptHex)),
    ofUser: (userId) => ({
      availableSats: (balances.get(userId)?.availableSats ?? 0n) + (settled.get(userId) ?? 0n),
      owedSats: owed.get(userId) ?? 0n,
      lockedUntil: lockedUntil.get(userId),
      destinations: destinations(userId),
      before: before(userId),
      review: review(userId),
    }),
    isLocked: userIds.map((_, place) => locks.every((lock) => lock[place])),
  };
}
