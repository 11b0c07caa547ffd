/**
 * Decides whether to accept a withdrawal. Checks the form first, then the account, then the limits.
 * The hourly limit, the security code and the ledger's hold are checked later. Pure.
 */
import type { Network } from "#bitcoin";
import { BTC_DECIMALS, formatAmount } from "#money";
import { newId } from "#platform";
import { approvalsRequiredFor } from "../approvals/approval-rules.ts";
import { assertAllowedDestination } from "../connections/allowed-destinations.ts";
import { feeAt, type FeeNow } from "../terms/fees.ts";
import { refuse } from "../terms/refusals.ts";
import { assertWithinLimits, sumOf } from "../terms/withdrawal-limits.ts";
import { lockRefusal } from "./require-owner.ts";
import type { PreparedWithdrawal, WithdrawalFacts } from "./withdrawal-facts.ts";
import { checkForm, type Destination, type WithdrawalForm } from "./withdrawal-rules.ts";

export interface WithdrawalDraft {
  readonly id: string;
  readonly userId: string;
  readonly keyName: string | undefined;
  readonly network: Network;
  readonly destination: Destination;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  /** The user's 24-hour total, including this request. */
  readonly daySats: bigint;
  readonly approvalsRequired: number;
  readonly now: Date;
}

/**
 * Decides about a request. Throws the refusals of the form, the destination, the account and the
 * limits, in this order.
 */
export function decideWithdrawal(
  { now, network, limits, pauseReason, ownChange, ofUser }: WithdrawalFacts,
  { form, feeRate, to }: PreparedWithdrawal,
): WithdrawalDraft {
  const { userId, method, amountSats, keyName } = form;
  const user = ofUser(userId);
  const feeSats = feeOf(method, feeAt(limits.fee, feeRate));
  const destination = checkForm(form, { to, availableSats: user.availableSats, feeSats });
  if (form.feeSats !== undefined && form.feeSats !== feeSats)
    throw refuse.fee_changed({ fee: formatAmount(feeSats, BTC_DECIMALS) });
  const scriptHex = destination.method === "wallet" ? destination.to.scriptHex : undefined;
  if (scriptHex !== undefined && ownChange.has(scriptHex))
    throw refuse.own_change_address({ network });
  if (user.owedSats > 0n)
    throw refuse.account_frozen({ owed: formatAmount(user.owedSats, BTC_DECIMALS) });
  if (pauseReason !== undefined) throw refuse.withdrawals_paused({ reason: pauseReason });
  if (user.lockedUntil) throw lockRefusal(user.lockedUntil);
  assertAllowedDestination(user.destinations, { scriptHex, keyName, now });
  assertWithinLimits(limits.withdrawal, form, user.before);
  const daySats = sumOf(user.before) + amountSats;
  const approvalsRequired = approvalsRequiredFor(daySats, user.review);
  const sums = { amountSats, feeSats, daySats, approvalsRequired };
  return { id: newId("wdr", now), userId, keyName, network, destination, ...sums, now };
}

/** Returns the fee. Simulated payouts have no miner's fee and therefore no surcharge. */
function feeOf(method: WithdrawalForm["method"], { feeSats, marketSats }: FeeNow): bigint {
  return method === "wallet" ? feeSats + marketSats : feeSats;
}
