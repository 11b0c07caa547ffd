/**
 * Checks the withdrawal form before the request is sent, in the requirement's order. The server
 * checks the same rules again. Amounts are in satoshis.
 */
import { mulDiv } from "#money";
import { btcText } from "../../../ui/amounts/amount-format.ts";
import { addressText } from "../../../../api/address-text.ts";
import {
  testValuesOnlyText,
  wrongTestField,
  type PayoutField,
  type SimulatedMethod,
} from "../../../../api/payout-accounts.ts";
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { addressTexts, refusals } from "./strings.ts";
import { checkAddress } from "./address-check.ts";

export interface WithdrawLimits {
  readonly network: string;
  readonly availableSats: bigint;
  readonly feeSats: bigint;
  /** Surcharge on the fee of on-chain payments while miners' fees are high. */
  readonly marketSats: bigint;
  readonly minSats: bigint;
  /** Largest amount that can be withdrawn now. */
  readonly maxSats: bigint;
  /** Total amount requested in the last 24 hours, excluding this withdrawal. */
  readonly askedSats: bigint;
  /**
   * Posted limits of each method: per withdrawal, per 24 hours, and the remainder of the 24-hour
   * limit.
   */
  readonly posted: readonly PostedLimit[];
  /** Verified addresses, if the user has limited withdrawals to them. */
  readonly onlyTo?: readonly string[] | undefined;
  /** Posted limits of the chosen method. Undefined until `limitsOf` sets them. */
  readonly chosen?: PostedLimit | undefined;
}

export interface PostedLimit {
  readonly method: WithdrawMethod;
  readonly minSats: bigint;
  readonly maxSats: bigint;
  readonly dailySats: bigint;
  readonly leftSats: bigint;
}

export interface FormRefusal {
  readonly field: "amount" | "walletAddress" | "code" | PayoutField;
  readonly title: string;
  readonly text: string;
}

export function checkAmount(typed: string, limits: WithdrawLimits): FormRefusal | undefined {
  const amount = readAmount(typed);
  if (amount === undefined || amount <= 0n) return refuse("amount", refusals.invalidAmount);
  if (amount > limits.availableSats) return refuse("amount", refusals.insufficient);
  if (amount <= limits.feeSats) return refuse("amount", refusals.belowFee);
  if (amount < limits.minSats) {
    return refuse("amount", refusals.belowMinimum(btcText(limits.minSats)));
  }
  const { chosen } = limits;
  if (chosen && amount > chosen.maxSats)
    return refuse("amount", refusals.aboveLimit(btcText(chosen.maxSats)));
  if (chosen && amount > chosen.leftSats)
    return refuse(
      "amount",
      refusals.overDailyLimit(btcText(chosen.dailySats), btcText(chosen.leftSats)),
    );
  if (amount > limits.maxSats) return refuse("amount", refusals.insufficient);
  return undefined;
}

export type WithdrawMethod = "wallet" | SimulatedMethod;

export interface WithdrawDetails extends Readonly<Record<PayoutField, string>> {
  readonly method: WithdrawMethod;
  readonly amount: string;
  readonly walletAddress: string;
}

/** Returns the first problem with amount or destination, or undefined if both are valid. */
export function checkDetails(
  form: WithdrawDetails,
  limits: WithdrawLimits,
): FormRefusal | undefined {
  const amount = checkAmount(form.amount, limitsOf(form.method, limits));
  if (amount !== undefined) return amount;
  if (form.method === "wallet") return checkWalletAddress(form.walletAddress, limits);
  return limits.onlyTo === undefined
    ? checkTestAccount(form.method, form)
    : refuse("amount", refusals.notVerified);
}

/**
 * Returns the limits of one method, including its whole fee. The dust limit applies only on-chain;
 * a simulated method accepts any amount above the fee. Posted limits apply to all methods.
 */
export function limitsOf(method: WithdrawMethod, limits: WithdrawLimits): WithdrawLimits {
  const least = method === "wallet" ? limits.minSats : limits.feeSats + 1n;
  const marketSats = method === "wallet" ? limits.marketSats : 0n;
  const feeSats = limits.feeSats + marketSats;
  const chosen = limits.posted.find((one) => one.method === method);
  if (chosen === undefined) return { ...limits, feeSats, marketSats, minSats: least };
  const most = chosen.maxSats < chosen.leftSats ? chosen.maxSats : chosen.leftSats;
  return {
    ...limits,
    feeSats,
    marketSats,
    minSats: least > chosen.minSats ? least : chosen.minSats,
    maxSats: limits.maxSats < most ? limits.maxSats : most,
    chosen,
  };
}

function checkWalletAddress(typed: string, limits: WithdrawLimits): FormRefusal | undefined {
  const address = checkAddress(typed, limits.network);
  if (address.state === "valid")
    return limits.onlyTo === undefined || limits.onlyTo.includes(addressText(typed))
      ? undefined
      : refuse("walletAddress", refusals.notVerified);
  const text = address.state === "empty" ? addressTexts.missing(limits.network) : address.text;
  return refuse("walletAddress", refusals.invalidAddress(text));
}

/**
 * Rejects all details except those of the published test account, so that a real account's details
 * are never sent.
 */
function checkTestAccount(method: SimulatedMethod, form: WithdrawDetails): FormRefusal | undefined {
  const field = wrongTestField(method, form);
  return field === undefined
    ? undefined
    : refuse(field, refusals.testValuesOnly(testValuesOnlyText(method)));
}

/** Rejects an empty code. The length of a code is not checked. */
export function checkCode(code: string): FormRefusal | undefined {
  return code.trim() === "" ? refuse("code", refusals.missingCode) : undefined;
}

export interface WithdrawSummary {
  readonly amountSats: bigint;
  readonly feeSats: bigint;
  readonly receivedSats: bigint;
  readonly receivedCents: bigint;
  readonly leftSats: bigint;
}

/**
 * Returns the figures of the summary panel. Without a valid amount, all of them are zero except the
 * remaining balance.
 */
export function summarise(
  typed: string,
  limits: WithdrawLimits,
  centsPerBtc: bigint,
): WithdrawSummary {
  const isUsable = checkAmount(typed, limits) === undefined;
  const amountSats = isUsable ? (readAmount(typed) ?? 0n) : 0n;
  const receivedSats = isUsable ? amountSats - limits.feeSats : 0n;
  return {
    amountSats,
    feeSats: limits.feeSats,
    receivedSats,
    receivedCents: mulDiv(receivedSats, centsPerBtc, 100_000_000n, "down"),
    leftSats: limits.availableSats - amountSats,
  };
}

function refuse(
  field: FormRefusal["field"],
  refusal: { title: string; text: string },
): FormRefusal {
  return { field, ...refusal };
}
