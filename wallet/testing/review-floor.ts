/**
 * A floor with money to hand out and two administrators, and what people press while a large
 * withdrawal waits.
 */
import { balancesOf, postAll, userAccount } from "#ledger";
import { newUuid, type DatabaseTransaction } from "#platform";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { getWithdrawal } from "../lists.ts";
import {
  announceApproval,
  approveWithdrawal,
  rejectWithdrawal,
} from "../review/decide-withdrawal.ts";
import { listWithdrawalQueue } from "../review/review-queue.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { startFloor, type Floor } from "./floor.ts";

const BTC = 100_000_000n;

/** From here on one administrator has to approve. */
export const ONE = BTC;
/** From here on two have to. */
export const FIVE = 5n * BTC;

export interface ReviewFloor {
  readonly floor: Floor;
  /** A user who has what the tests give away. */
  readonly bank: string;
  readonly ann: string;
  readonly bob: string;
}

export async function startReviewFloor(): Promise<ReviewFloor> {
  const floor = await startFloor();
  const bank = await floor.newUser();
  const { address } = await currentDepositAddress(floor.wallet, { userId: bank });
  // The outside wallet's own coins mature first.
  await floor.mine(3);
  await floor.payFromOutside(address, 45n * BTC);
  await floor.mine(8);
  return { floor, bank, ann: await newAdministrator(floor), bob: await newAdministrator(floor) };
}

export async function newAdministrator(floor: Floor): Promise<string> {
  const userId = await floor.newUser();
  await floor.database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [userId],
  );
  return userId;
}

/** `at` is asked at each step, because a test file starts its floor after these are made. */
export function reviewSteps(at: () => ReviewFloor) {
  async function userWith(amount: bigint): Promise<string> {
    const userId = await at().floor.newUser();
    await give(at().bank, userId, amount);
    return userId;
  }

  async function give(from: string, to: string, amount: bigint): Promise<void> {
    const debit = userAccount(from, "available", "BTC");
    const credit = userAccount(to, "available", "BTC");
    await at().floor.database.transaction((tx) =>
      postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
    );
  }

  /** Everything of that user back to the bank, so that the next test finds it. */
  async function giveBack(userId: string): Promise<void> {
    const { availableSats } = await balancesOf(at().floor.database, userId);
    if (availableSats > 0n) await give(userId, at().bank, availableSats);
  }

  const decide = <Result>(decision: (tx: DatabaseTransaction) => Promise<Result>) =>
    at().floor.database.transaction(decision);
  const queue = async (filter: "waiting" | "reviewed" | "all" = "waiting") =>
    (
      await listWithdrawalQueue(at().floor.database, {
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
    await announceApproval(at().floor.wallet, decided);
  };
  const reject = (id: string, administratorId: string, reason = "not today") =>
    decide(async (tx) => {
      const decision = { withdrawalId: id, administratorId, reason, now: new Date() };
      const { legs } = await rejectWithdrawal(tx, decision);
      await postAll(tx, legs);
    });
  const cancel = (id: string, userId: string) =>
    cancelWithdrawal(at().floor.wallet, { userId, withdrawalId: id });
  const stateOf = async (id: string, userId: string) =>
    (await getWithdrawal(at().floor.wallet, { userId, withdrawalId: id })).state;
  const messagesOf = (userId: string) =>
    at().floor.database.query<{ template: string; body: string }>(
      "select template, body from notifications_messages where user_id = $1 order by id desc",
      [userId],
    );

  return { userWith, give, giveBack, queue, hashOf, approve, reject, cancel, stateOf, messagesOf };
}
