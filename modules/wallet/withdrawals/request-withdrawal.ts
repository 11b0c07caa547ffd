/**
 * A user asks for a withdrawal. The form's rules, the security code, the row and the hold commit
 * together, once per idempotency key; the sender takes it from there. A wrong code is counted even
 * though nothing is withdrawn.
 */
import { balancesOf } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import {
  failpoint,
  newId,
  Refusal,
  runOnce,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { referenceRate } from "#treasury";
import {
  announceToAdministrators,
  checkSecurityCode,
  type SecurityCodeResult,
  type Visitor,
} from "#users";
import { owedSatsOf } from "../books/debts-table.ts";
import { findAddresses, type AddressRow } from "../chain/addresses-table.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor, type Cursor } from "../chain/chain-table.ts";
import { refuseToKey } from "../connections/refuse-to-key.ts";
import { refuseUnverified } from "../connections/refuse-unverified.ts";
import { openPayout } from "../payouts/open-payout.ts";
import { presentPayout } from "../payouts/present-payout.ts";
import { answeredFeeRate, feeAt, type AskFeeRate, type FeeNow } from "../terms/fees.ts";
import { postedLimits } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import { reviewNeededFor } from "../terms/review-limits.ts";
import { countWithdrawal, refuseBeyondLimits, type AskedSats } from "../terms/withdrawal-limits.ts";
import { messageOf, newWithdrawal } from "./new-withdrawal.ts";
import { isTooLittle, openWithdrawal } from "./open-withdrawal.ts";
import type { WithdrawalParts } from "./parts.ts";
import { presentNew, type AnyWithdrawal } from "./present-withdrawal.ts";
import { refuseWhileLocked } from "./require-owner.ts";
import { bindingOf, CODE_PURPOSE } from "./send-code.ts";
import { SENDER } from "./withdrawal-queues.ts";
import { checkWithdrawal, type Destination, type WithdrawalForm } from "./withdrawal-rules.ts";

export type RequestParts = Pick<
  WithdrawalParts,
  | "database"
  | "node"
  | "account"
  | "clock"
  | "bus"
  | "secondFactor"
  | "withdrawalsPerHourMax"
  | "raiseWaitHours"
>;

export interface WithdrawalRequest extends WithdrawalForm {
  readonly userId: string;
  readonly idempotency: IdempotentRequest;
  readonly visitor: Visitor;
  /** The fee that the user saw; no check without it. */
  readonly feeSats?: bigint | undefined;
}

/** What is stored for a repeat of an accepted request. */
export interface Outcome {
  readonly accepted: AnyWithdrawal;
}

type RefusedCode = Exclude<SecurityCodeResult, "ok">;

/**
 * One in a transaction of its own. Throws Refusals in the order of `checkWithdrawal`, then for a
 * pause, a debt, and last for the code. The node is asked for its rate unless `askFeeRate` was.
 */
export async function requestWithdrawal(
  parts: RequestParts,
  request: WithdrawalRequest,
  askFeeRate: AskFeeRate = () => answeredFeeRate(parts.node),
): Promise<AnyWithdrawal> {
  const { database } = parts;
  const rateUsdPerBtc =
    request.method === "wallet" ? undefined : await referenceRate(database, parts.clock.now());
  const feeRate = await askFeeRate();
  failpoint("wallet.asked");
  type Stored = Outcome | { readonly refusedCode: RefusedCode };
  const work = async (tx: DatabaseTransaction): Promise<Stored> => {
    const checked = await checkAll(tx, parts, request, feeRate);
    if (typeof checked === "string") return { refusedCode: checked };
    return { accepted: await open(tx, parts, { ...request, ...checked, rateUsdPerBtc }) };
  };
  // A repeat under the same key may bring the right code.
  const isSettled = (result: Stored | Refusal) =>
    result instanceof Refusal ? result.code !== "security_code_missing" : "accepted" in result;
  const outcome = await runOnce(database, request.idempotency, work, isSettled).catch(
    (error: unknown) => {
      throw isTooLittle(error) ? refuse.insufficient_funds() : error;
    },
  );
  failpoint("wallet.approved");
  if (!("accepted" in outcome)) {
    if (request.passkey) throw refuse.passkey_not_verified();
    throw codeRefusals[outcome.refusedCode]();
  }
  announceRequested(parts, request);
  if (outcome.accepted.state === "in_review")
    await announceToAdministrators(parts, { what: "withdrawals", owner: request.userId });
  return outcome.accepted;
}

/** After the commit. */
export function announceRequested(
  { bus }: Pick<RequestParts, "bus">,
  { userId }: Pick<WithdrawalRequest, "userId">,
): void {
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("me", { userId, what: "mailbox" });
  bus.publish("wake", { worker: SENDER });
}

interface Checked {
  readonly destination: Destination;
  readonly feeSats: bigint;
  /** What the user had asked for before. */
  readonly asked: AskedSats;
}

/**
 * A wrong code comes back as a value, so that the miss it counted is committed; everything else is
 * thrown.
 */
async function checkAll(
  tx: DatabaseTransaction,
  { account, clock, secondFactor, withdrawalsPerHourMax }: RequestParts,
  request: WithdrawalRequest,
  feeRate: bigint | undefined,
): Promise<Checked | RefusedCode> {
  const { userId, method, amountSats, code, passkey, keyName } = request;
  const { network } = account;
  const [{ availableSats }, owedSats, cursor, { withdrawal, fee }] = await Promise.all([
    balancesOf(tx, userId),
    owedSatsOf(tx, userId),
    readCursor(tx),
    postedLimits(tx),
  ]);
  const feeSats = feeOf(method, feeAt(fee, feeRate));
  const destination = checkWithdrawal(request, { network, availableSats, feeSats });
  if (destination instanceof Refusal) throw destination;
  if (request.feeSats !== undefined && request.feeSats !== feeSats)
    throw refuse.fee_changed({ fee: formatAmount(feeSats, BTC_DECIMALS) });
  const scriptHex = destination.method === "wallet" ? destination.to.scriptHex : undefined;
  if (scriptHex !== undefined && isOwnChange((await findAddresses(tx, [scriptHex])).get(scriptHex)))
    throw refuse.own_change_address({ network });
  refuseWhilePaused(owedSats, cursor);
  const now = clock.now();
  await refuseWhileLocked(tx, { userId, now });
  const going = { userId, network, scriptHex, now };
  await refuseUnverified(tx, going);
  if (keyName !== undefined) await refuseToKey(tx, going);
  const asked = await refuseBeyondLimits(tx, withdrawal, { userId, method, amountSats, now });
  await countWithdrawal(tx, { userId, max: withdrawalsPerHourMax, now });
  const checked = { destination, feeSats, asked };
  if (keyName !== undefined) return checked;
  const verdict = await checkSecurityCode(tx, secondFactor, {
    userId,
    purpose: CODE_PURPOSE,
    binding: bindingOf(request),
    code,
    passkey,
    visitor: request.visitor,
    now: clock.now(),
  });
  return verdict === "ok" ? checked : verdict;
}

const codeRefusals: Readonly<Record<RefusedCode, () => Refusal>> = {
  wrong: refuse.security_code_wrong,
  expired: refuse.security_code_wrong,
  used: refuse.security_code_used,
  too_many: refuse.too_many_wrong_codes,
};

/** A simulator has no miner. */
export function feeOf(method: WithdrawalForm["method"], { feeSats, marketSats }: FeeNow): bigint {
  return method === "wallet" ? feeSats + marketSats : feeSats;
}

export function isOwnChange(known: AddressRow | undefined): boolean {
  return known !== undefined && known.purpose !== "deposit";
}

function refuseWhilePaused(owedSats: bigint, cursor: Cursor | undefined): void {
  if (owedSats > 0n) throw refuse.account_frozen({ owed: formatAmount(owedSats, BTC_DECIMALS) });
  const reason = pauseReasonOf(cursor);
  if (reason !== undefined) throw refuse.withdrawals_paused({ reason });
}

async function open(
  tx: DatabaseTransaction,
  { account, clock, raiseWaitHours: waitHours }: RequestParts,
  request: WithdrawalRequest & Checked & { readonly rateUsdPerBtc: string | undefined },
): Promise<AnyWithdrawal> {
  const { userId, amountSats, feeSats, destination, rateUsdPerBtc, asked } = request;
  const now = clock.now();
  const id = newId("wdr", now);
  const review = await reviewNeededFor(tx, { userId, amountSats, asked, now, waitHours });
  await deliver(tx, messageOf({ ...request, ...review, id, now }));
  if (destination.method !== "wallet") {
    if (rateUsdPerBtc === undefined) throw new Error("nobody asked for the rate");
    const { method } = destination;
    const payout = { id, userId, method, amountSats, feeSats, rateUsdPerBtc, now };
    return presentPayout(await openPayout(tx, { ...payout, ...review }));
  }
  const { to } = destination;
  const { network } = account;
  const withdrawal = newWithdrawal({
    ...review,
    id,
    userId,
    network,
    to,
    amountSats,
    feeSats,
    now,
  });
  await openWithdrawal(tx, withdrawal);
  return presentNew(withdrawal);
}
