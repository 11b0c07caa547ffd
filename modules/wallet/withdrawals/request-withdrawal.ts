/**
 * Handles users' withdrawal requests, singly or in a batch. The checks, the security code, the rows
 * and the ledger's hold commit together, once per idempotency key. The sender then processes the
 * saved rows. A wrong code is counted even though the request is refused.
 */
import { parseAddress } from "#bitcoin";
import { deliver, deliveriesTo } from "#notifications";
import {
  decideAll,
  excludeFromBatch,
  failpoint,
  Refusal,
  runOnce,
  type DatabaseTransaction,
} from "#platform";
import { referenceRate } from "#treasury";
import {
  publishToAdministrators,
  checkSecurityCode,
  rightGuesses,
  useSecurityCodes,
  type SecurityCodeResult,
} from "#users";
import { openPayout } from "../payouts/open-payout.ts";
import { presentPayout } from "../payouts/present-payout.ts";
import { answeredFeeRate, type AskFeeRate } from "../terms/fees.ts";
import { refuse } from "../terms/refusals.ts";
import { countWithdrawal, countWithdrawals } from "../terms/withdrawal-limits.ts";
import { messageOf, newWithdrawal } from "./new-withdrawal.ts";
import { isTooLittle, openApproved, openWithdrawal } from "./open-withdrawal.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { presentNew, type AnyWithdrawal } from "./present-withdrawal.ts";
import { bindingOf, CODE_PURPOSE } from "./send-code.ts";
import { decideWithdrawal, type WithdrawalDraft } from "./withdrawal-decision.ts";
import {
  withdrawalFacts,
  type PreparedWithdrawal,
  type WithdrawalRequest,
} from "./withdrawal-facts.ts";
import { SENDER } from "./withdrawal-queues.ts";

export type RequestDeps = Pick<
  WithdrawalDeps,
  | "database"
  | "node"
  | "account"
  | "clock"
  | "bus"
  | "secondFactor"
  | "withdrawalsPerHourMax"
  | "raiseWaitHours"
  | "settleEarnings"
>;

/** Stored response, which a repeated request receives. */
export interface Outcome {
  readonly accepted: AnyWithdrawal;
}

type RefusedCode = Exclude<SecurityCodeResult, "ok">;

/**
 * Parses the address and reads the fee rate. Do not call this in a transaction, because it waits
 * for the node.
 */
export async function prepareWithdrawal(
  { account }: Pick<RequestDeps, "account">,
  form: WithdrawalRequest,
  askFeeRate: AskFeeRate,
): Promise<PreparedWithdrawal> {
  return {
    form,
    feeRate: await askFeeRate(),
    to: parseAddress(account.network, form.walletAddress),
  };
}

/**
 * Handles one request in its own transaction. Throws, in this order, the refusals of
 * `decideWithdrawal`, `too_many_withdrawals`, or the refusals of the security code.
 */
export async function requestWithdrawal(
  deps: RequestDeps,
  form: WithdrawalRequest,
  askFeeRate: AskFeeRate = () => answeredFeeRate(deps.node),
): Promise<AnyWithdrawal> {
  return requestPrepared(deps, await prepareWithdrawal(deps, form, askFeeRate));
}

export async function requestPrepared(
  deps: RequestDeps,
  prepared: PreparedWithdrawal,
): Promise<AnyWithdrawal> {
  const { form } = prepared;
  const { userId } = form;
  const rateUsdPerBtc =
    form.method === "wallet" ? undefined : await referenceRate(deps.database, deps.clock.now());
  failpoint("wallet.asked");
  type Stored = Outcome | { readonly refusedCode: RefusedCode };
  const work = async (tx: DatabaseTransaction): Promise<Stored> => {
    const facts = await withdrawalFacts(tx, deps, [prepared], "single");
    const draft = decideWithdrawal(facts, prepared);
    const { now } = facts;
    await countWithdrawal(tx, { userId, max: deps.withdrawalsPerHourMax, now });
    const verdict = await checkCode(tx, deps, form, now);
    return verdict === "ok"
      ? { accepted: await open(tx, draft, rateUsdPerBtc) }
      : { refusedCode: verdict };
  };
  // A refused code is not stored, because the user may repeat the request with the same key and the
  // correct code.
  const isSettled = (result: Stored | Refusal) =>
    result instanceof Refusal ? result.code !== "security_code_missing" : "accepted" in result;
  const outcome = await runOnce(deps.database, form.idempotency, work, isSettled).catch(
    (error: unknown) => {
      throw isTooLittle(error) ? refuse.insufficient_funds() : error;
    },
  );
  failpoint("wallet.approved");
  if (!("accepted" in outcome)) {
    if (form.passkey) throw refuse.passkey_not_verified();
    throw codeRefusals[outcome.refusedCode]();
  }
  publishRequested(deps, form);
  if (outcome.accepted.state === "in_review")
    await publishToAdministrators(deps, { what: "withdrawals", owner: userId });
  return outcome.accepted;
}

/**
 * Checks the code. Returns a refusal instead of throwing it, so that the count of wrong codes is
 * committed. An API key needs no code.
 */
async function checkCode(
  tx: DatabaseTransaction,
  { secondFactor }: Pick<RequestDeps, "secondFactor">,
  form: WithdrawalRequest,
  now: Date,
): Promise<SecurityCodeResult> {
  const { userId, code, passkey, keyName, visitor } = form;
  if (keyName !== undefined) return "ok";
  const binding = bindingOf(form);
  const guess = { userId, purpose: CODE_PURPOSE, binding, code, passkey, visitor, now };
  return checkSecurityCode(tx, secondFactor, guess);
}

const codeRefusals: Readonly<Record<RefusedCode, () => Refusal>> = {
  wrong: refuse.security_code_wrong,
  expired: refuse.security_code_wrong,
  used: refuse.security_code_used,
  too_many: refuse.too_many_wrong_codes,
};

async function open(
  tx: DatabaseTransaction,
  draft: WithdrawalDraft,
  rateUsdPerBtc: string | undefined,
): Promise<AnyWithdrawal> {
  await deliver(tx, messageOf(draft));
  const { destination } = draft;
  if (destination.method === "wallet") {
    const withdrawal = newWithdrawal(draft, destination.to);
    await openWithdrawal(tx, withdrawal);
    return presentNew(withdrawal);
  }
  if (rateUsdPerBtc === undefined) throw new Error("a simulated payout without a rate");
  const { method } = destination;
  return presentPayout(await openPayout(tx, { ...draft, method, rateUsdPerBtc }));
}

/**
 * Returns whether the request can be part of a batch. Simulated methods, and confirmations other
 * than a mailed code, need different SQL statements.
 */
export function isBatchable({ method, passkey, keyName }: WithdrawalRequest): boolean {
  return method === "wallet" && passkey === undefined && keyName === undefined;
}

/**
 * Handles withdrawals of different users in one transaction, with the same effects as single
 * requests. Throws `NotBatchable` for a request that would be refused or reviewed, that has a wrong
 * code, or whose user's row is locked.
 */
export async function requestBatch(
  tx: DatabaseTransaction,
  deps: RequestDeps,
  prepared: readonly PreparedWithdrawal[],
): Promise<readonly Outcome[]> {
  const userIds = prepared.map(({ form }) => form.userId);
  const guesses = prepared.map(({ form }) => ({ ...form, binding: bindingOf(form) }));
  const code = { purpose: CODE_PURPOSE, now: deps.clock.now() };
  const [facts, right, write] = await Promise.all([
    withdrawalFacts(tx, deps, prepared, "batch"),
    rightGuesses(tx, code, guesses),
    deliveriesTo(tx, userIds),
  ]);
  const { now } = facts;
  const accepted = decideAll("batch", prepared, (one, place) => {
    if (!facts.isLocked[place] || !right.has(one.form.userId)) return undefined;
    const draft = decideWithdrawal(facts, one);
    const { destination, approvalsRequired } = draft;
    if (destination.method !== "wallet" || approvalsRequired > 0) return undefined;
    return { message: messageOf(draft), withdrawal: newWithdrawal(draft, destination.to) };
  });
  const withdrawals = accepted.map(({ withdrawal }) => withdrawal);
  const [isCounted] = await Promise.all([
    countWithdrawals(tx, userIds, { max: deps.withdrawalsPerHourMax, now }),
    useSecurityCodes(tx, code, userIds),
    write(accepted.map(({ message }) => message)),
    openApproved(tx, "batch", withdrawals),
  ]);
  excludeFromBatch(isCounted, (one) => !one);
  return withdrawals.map((withdrawal) => ({ accepted: presentNew(withdrawal) }));
}

/** Notifies the owner and wakes the workers. Call this after the commit. */
export function publishRequested(
  { bus }: Pick<RequestDeps, "bus">,
  { userId }: Pick<WithdrawalRequest, "userId">,
): void {
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("me", { userId, what: "mailbox" });
  bus.publish("wake", { worker: SENDER });
}
