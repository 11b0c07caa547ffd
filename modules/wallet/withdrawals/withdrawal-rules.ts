/** Validates the withdrawal form, in the order of its fields. Pure. */
import { dustLimitSats, type parseAddress, type ParsedAddress } from "#bitcoin";
import {
  isSimulatedMethod,
  testValuesOnlyText,
  wrongTestField,
  type PayoutField,
  type SimulatedMethod,
} from "#api/payout-accounts";
import type { PasskeyAnswer } from "#api/passkey";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { WithdrawalMethod } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";

export interface WithdrawalForm {
  readonly method: WithdrawalMethod;
  readonly amountSats: bigint;
  readonly code: string;
  /** Passkey response, used instead of the code. */
  readonly passkey?: PasskeyAnswer | undefined;
  /**
   * Name of the API key that makes the request, if any. An API key needs no code, because its user
   * re-authenticated to create it, but it can pay only verified addresses.
   */
  readonly keyName?: string | undefined;
  readonly walletAddress: string;
  /** Account details that the user typed for a simulated method. */
  readonly account?: Readonly<Partial<Record<PayoutField, string>>>;
}

interface FormFacts {
  readonly to: ReturnType<typeof parseAddress>;
  readonly availableSats: bigint;
  readonly feeSats: bigint;
}

export type Destination =
  | { readonly method: "wallet"; readonly to: ParsedAddress }
  | { readonly method: SimulatedMethod };

/** Returns the destination. Throws the refusal of the first invalid field. */
export function checkForm(form: WithdrawalForm, facts: FormFacts): Destination {
  const { method, amountSats } = form;
  const { feeSats } = facts;
  if (amountSats <= 0n) throw refuse.invalid_amount();
  if (amountSats > facts.availableSats) throw refuse.insufficient_funds();
  const isProven = form.passkey !== undefined || form.keyName !== undefined;
  if (!isProven && form.code.trim() === "") throw refuse.security_code_missing();
  if (amountSats <= feeSats) throw refuse.amount_not_above_fee();
  return isSimulatedMethod(method) ? checkTestAccount(method, form) : checkAddress(form, facts);
}

/**
 * Throws unless the account details are the published test values. Neither the refusal nor the log
 * contains the input.
 */
function checkTestAccount(method: SimulatedMethod, { account = {} }: WithdrawalForm): Destination {
  if (wrongTestField(method, account) === undefined) return { method };
  throw refuse.test_values_only({ reason: testValuesOnlyText(method) });
}

function checkAddress(form: WithdrawalForm, { to, feeSats }: FormFacts): Destination {
  if (!to.ok) throw refuse.invalid_address({ reason: to.text });
  const leastSats = feeSats + dustLimitSats(to.kind);
  if (form.amountSats < leastSats)
    throw refuse.amount_too_small({ min: formatAmount(leastSats, BTC_DECIMALS) });
  return { method: "wallet", to };
}

/**
 * Returns the smallest amount that can be withdrawn to any address: the fixed fee plus an output
 * above the dust limit.
 */
export function smallestAmountSats(feeSats: bigint): bigint {
  return feeSats + dustLimitSats("p2wpkh");
}
