/**
 * A user asks for a withdrawal. The form's rules, the security code, the row and the hold commit
 * together, once per idempotency key; the sender takes it from there. A wrong code is counted even
 * though nothing is withdrawn.
 */
import { payoutMethodNames } from "#api-schema/payout-accounts";
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
import { findAddresses } from "../chain/addresses-table.ts";
import { pauseReasonOf } from "../chain/chain-rules.ts";
import { readCursor, type Cursor } from "../chain/chain-table.ts";
import { refuseToKey } from "../connections/refuse-to-key.ts";
import { refuseUnverified } from "../connections/refuse-unverified.ts";
import { openPayout } from "../payouts/open-payout.ts";
import { presentPayout } from "../payouts/present-payout.ts";
import { feeNow } from "../terms/fees.ts";
import { postedLimits } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import { reviewNeededFor } from "../terms/review-limits.ts";
import { countWithdrawal, refuseBeyondLimits } from "../terms/withdrawal-limits.ts";
import { isTooLittle, openWithdrawal } from "./open-withdrawal.ts";
import type { WithdrawalParts } from "./parts.ts";
import { presentWithdrawal, type AnyWithdrawal } from "./present-withdrawal.ts";
import { refuseWhileLocked } from "./require-owner.ts";
import { bindingOf, CODE_PURPOSE } from "./send-code.ts";
import { SENDER } from "./withdrawal-queues.ts";
import { checkWithdrawal, type Destination, type WithdrawalForm } from "./withdrawal-rules.ts";
import { findWithdrawal } from "./withdrawals-table.ts";

type Parts = Pick<
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

/** In the mail, in place of an address. */
const TEST_ACCOUNT = "a published test account (simulator)";

export interface WithdrawalRequest extends WithdrawalForm {
  readonly userId: string;
  readonly idempotency: IdempotentRequest;
  readonly visitor: Visitor;
  /** The fee that the user saw; no check without it. */
  readonly feeSats?: bigint | undefined;
}

type RefusedCode = Exclude<SecurityCodeResult, "ok">;

/**
 * Throws Refusals in the order of `checkWithdrawal`, then for a pause, a debt, and last for the
 * code.
 */
export async function requestWithdrawal(
  parts: Parts,
  request: WithdrawalRequest,
): Promise<AnyWithdrawal> {
  const { database, bus } = parts;
  const { userId } = request;
  const rateUsdPerBtc = await referenceRate(parts.database, parts.clock.now());
  const fee = await feeNow(parts);
  // A simulator has no miner.
  const feeSats = request.method === "wallet" ? fee.feeSats + fee.marketSats : fee.feeSats;
  failpoint("wallet.asked");
  const outcome = await runOnce(database, request.idempotency, async (tx) => {
    const destination = await checkAll(tx, parts, request, feeSats);
    if (typeof destination === "string") return { refusedCode: destination };
    const accepted = await open(tx, parts, { ...request, destination, feeSats, rateUsdPerBtc });
    return { accepted };
  }).catch((error: unknown) => {
    throw isTooLittle(error) ? refuse.insufficient_funds() : error;
  });
  failpoint("wallet.approved");
  if (!("accepted" in outcome)) {
    if (request.passkey) throw refuse.passkey_not_verified();
    throw codeRefusals[outcome.refusedCode]();
  }
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("me", { userId, what: "mailbox" });
  bus.publish("wake", { worker: SENDER });
  if (outcome.accepted.state === "in_review")
    await announceToAdministrators(parts, { what: "withdrawals", owner: userId });
  return outcome.accepted;
}

/**
 * A wrong code comes back as a value, so that the miss it counted is committed; everything else is
 * thrown.
 */
async function checkAll(
  tx: DatabaseTransaction,
  { account, clock, secondFactor, withdrawalsPerHourMax }: Parts,
  request: WithdrawalRequest,
  feeSats: bigint,
): Promise<Destination | RefusedCode> {
  const { userId, method, amountSats, code, passkey, keyName } = request;
  const { network } = account;
  const [{ availableSats }, owedSats, cursor, { withdrawal }] = await Promise.all([
    balancesOf(tx, userId),
    owedSatsOf(tx, userId),
    readCursor(tx),
    postedLimits(tx),
  ]);
  const destination = checkWithdrawal(request, { network, availableSats, feeSats });
  if (destination instanceof Refusal) throw destination;
  if (request.feeSats !== undefined && request.feeSats !== feeSats)
    throw refuse.fee_changed({ fee: formatAmount(feeSats, BTC_DECIMALS) });
  if (destination.method === "wallet") await refuseOwnChange(tx, network, destination.to.scriptHex);
  refuseWhilePaused(owedSats, cursor);
  const now = clock.now();
  await refuseWhileLocked(tx, { userId, now });
  const scriptHex = destination.method === "wallet" ? destination.to.scriptHex : undefined;
  const going = { userId, network, scriptHex, now };
  await refuseUnverified(tx, going);
  if (keyName !== undefined) await refuseToKey(tx, going);
  await refuseBeyondLimits(tx, withdrawal, { userId, method, amountSats, now });
  await countWithdrawal(tx, { userId, max: withdrawalsPerHourMax, now });
  if (keyName !== undefined) return destination;
  const verdict = await checkSecurityCode(tx, secondFactor, {
    userId,
    purpose: CODE_PURPOSE,
    binding: bindingOf(request),
    code,
    passkey,
    visitor: request.visitor,
    now: clock.now(),
  });
  return verdict === "ok" ? destination : verdict;
}

const codeRefusals: Readonly<Record<RefusedCode, () => Refusal>> = {
  wrong: refuse.security_code_wrong,
  expired: refuse.security_code_wrong,
  used: refuse.security_code_used,
  too_many: refuse.too_many_wrong_codes,
};

async function refuseOwnChange(
  tx: DatabaseTransaction,
  network: string,
  scriptHex: string,
): Promise<void> {
  const known = (await findAddresses(tx, [scriptHex])).get(scriptHex);
  if (known && known.purpose !== "deposit") throw refuse.own_change_address({ network });
}

function refuseWhilePaused(owedSats: bigint, cursor: Cursor | undefined): void {
  if (owedSats > 0n) throw refuse.account_frozen({ owed: formatAmount(owedSats, BTC_DECIMALS) });
  const reason = pauseReasonOf(cursor);
  if (reason !== undefined) throw refuse.withdrawals_paused({ reason });
}

type Checked = WithdrawalRequest & {
  readonly destination: Destination;
  readonly feeSats: bigint;
  readonly rateUsdPerBtc: string;
};

async function open(
  tx: DatabaseTransaction,
  { account, clock, raiseWaitHours: waitHours }: Parts,
  { userId, amountSats, feeSats, destination, rateUsdPerBtc, keyName }: Checked,
): Promise<AnyWithdrawal> {
  const now = clock.now();
  const id = newId("wdr", now);
  const review = await reviewNeededFor(tx, { userId, amountSats, now, waitHours });
  await deliver(tx, {
    userId,
    template: review.approvalsRequired > 0 ? "withdrawal_in_review" : "withdrawal_requested",
    values: {
      who: keyName === undefined ? "You" : `Your key "${keyName}"`,
      amountBtc: formatAmount(amountSats, BTC_DECIMALS),
      method: payoutMethodNames[destination.method],
      to: destination.method === "wallet" ? destination.to.address : TEST_ACCOUNT,
      withdrawalId: id,
      dayBtc: formatAmount(review.daySats, BTC_DECIMALS),
    },
    now,
  });
  if (destination.method !== "wallet") {
    const { method } = destination;
    const payout = { id, userId, method, amountSats, feeSats, rateUsdPerBtc, now };
    return presentPayout(await openPayout(tx, { ...payout, ...review }));
  }
  const { network } = account;
  const { address, scriptHex } = destination.to;
  await openWithdrawal(tx, {
    ...review,
    id,
    userId,
    network,
    address,
    scriptHex,
    amountSats,
    feeSats,
    purpose: "user",
    method: "wallet",
    requestedAt: now,
  });
  const row = await findWithdrawal(tx, id);
  if (!row) throw new Error(`${id} vanished`);
  return presentWithdrawal(row, 0);
}
