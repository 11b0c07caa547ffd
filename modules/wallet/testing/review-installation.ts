/**
 * Starts an installation with two administrators and a funded user, and provides their actions on a
 * large withdrawal in review.
 */
import { balancesOf, postAll, userAccount } from "#ledger";
import { newUuid, type DatabaseTransaction } from "#platform";
import { testUser } from "../../../test/support/people/user.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { getWithdrawal } from "../lists.ts";
import {
  publishApproval,
  approveWithdrawal,
  rejectWithdrawal,
} from "../review/decide-withdrawal.ts";
import { listWithdrawalQueue } from "../review/review-queue.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { startInstallation, type Installation } from "./installation.ts";

const BTC = 100_000_000n;

/** Withdrawals of this amount or more need one administrator's approval. */
export const ONE = BTC;
/** Withdrawals of this amount or more need two administrators' approvals. */
export const FIVE = 5n * BTC;

export interface ReviewInstallation {
  readonly installation: Installation;
  /** Id of a user whose balance the tests transfer to other users. */
  readonly bank: string;
  readonly ann: string;
  readonly bob: string;
}

export async function startReviewInstallation(): Promise<ReviewInstallation> {
  const installation = await startInstallation();
  const bank = await installation.newUser();
  const { address } = await currentDepositAddress(installation.wallet, { userId: bank });
  // Lets the outside wallet's own coins mature first.
  await installation.mine(3);
  await installation.payFromOutside(address, 45n * BTC);
  await installation.mine(8);
  return {
    installation,
    bank,
    ann: await newAdministrator(installation),
    bob: await newAdministrator(installation),
  };
}

export async function newAdministrator({
  database,
}: Pick<Installation, "database">): Promise<string> {
  const { userId } = await testUser(database);
  await database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [userId],
  );
  return userId;
}

/**
 * Returns the actions. Each action calls `at` when it runs, because test files create the actions
 * before they start the installation.
 */
export function reviewSteps(at: () => ReviewInstallation) {
  async function userWith(amount: bigint): Promise<string> {
    const userId = await at().installation.newUser();
    await give(at().bank, userId, amount);
    return userId;
  }

  async function give(from: string, to: string, amount: bigint): Promise<void> {
    const debit = userAccount(from, "available", "BTC");
    const credit = userAccount(to, "available", "BTC");
    await at().installation.database.transaction((tx) =>
      postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
    );
  }

  /** Transfers the user's whole balance back to the bank user, for the next test. */
  async function giveBack(userId: string): Promise<void> {
    const { availableSats } = await balancesOf(at().installation.database, userId);
    if (availableSats > 0n) await give(userId, at().bank, availableSats);
  }

  const decide = <Result>(decision: (tx: DatabaseTransaction) => Promise<Result>) =>
    at().installation.database.transaction(decision);
  const queue = async (filter: "waiting" | "reviewed" | "all" = "waiting") =>
    (
      await listWithdrawalQueue(at().installation.database, {
        filter,
        cursor: undefined,
        limit: 100,
        now: new Date(),
      })
    ).items;
  const hashOf = async (id: string) =>
    (await queue("all")).find((one) => one.id === id)?.approvalHash ?? "none";
  const approve = async (id: string, administratorId: string, hash?: string) => {
    const approvalHash = hash ?? (await hashOf(id));
    const now = new Date();
    const decided = await decide((tx) =>
      approveWithdrawal(tx, { withdrawalId: id, administratorId, approvalHash, now }),
    );
    await publishApproval(at().installation.wallet, decided);
  };
  const reject = (id: string, administratorId: string, reason = "not today") =>
    decide(async (tx) => {
      const { openedAt } = at().installation.wallet;
      const decision = { withdrawalId: id, administratorId, reason, openedAt, now: new Date() };
      const { legs } = await rejectWithdrawal(tx, decision);
      await postAll(tx, legs);
    });
  const cancel = (id: string, userId: string) =>
    cancelWithdrawal(at().installation.wallet, { userId, withdrawalId: id });
  const stateOf = async (id: string, userId: string) =>
    (await getWithdrawal(at().installation.wallet, { userId, withdrawalId: id })).state;
  const messagesOf = (userId: string) =>
    at().installation.database.query<{ template: string; body: string }>(
      "select template, body from notifications_messages where user_id = $1 order by id desc",
      [userId],
    );

  return { userWith, give, giveBack, queue, hashOf, approve, reject, cancel, stateOf, messagesOf };
}
