/** Whether a withdrawal may be asked for, in the order in which a person fills in the form. Pure; the code itself is checked last, by the use case. */
import { dustLimitSats, parseAddress, type Network, type ParsedAddress } from "#bitcoin";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { Refusal } from "#platform";
import { refuse } from "./refusals.ts";

export type WithdrawalMethod = "wallet" | "bank" | "paypal" | "cashapp";

/** The ones that work; the others are refused, so that nobody types a real account. */
export const OFFERED_METHODS: readonly WithdrawalMethod[] = ["wallet"];

export interface WithdrawalForm {
  readonly method: WithdrawalMethod;
  readonly amountSats: bigint;
  readonly code: string;
  readonly walletAddress: string;
}

export interface WithdrawalFacts {
  readonly network: Network;
  readonly availableSats: bigint;
  readonly feeSats: bigint;
}

/** The destination, or the first thing that is wrong with the form. */
export function checkWithdrawal(
  form: WithdrawalForm,
  facts: WithdrawalFacts,
): ParsedAddress | Refusal {
  const { amountSats } = form;
  const { network, feeSats } = facts;
  if (!OFFERED_METHODS.includes(form.method)) return refuse.method_not_offered({ network });
  if (amountSats <= 0n) return refuse.invalid_amount();
  if (amountSats > facts.availableSats) return refuse.insufficient_funds();
  if (form.code.trim() === "") return refuse.security_code_missing();
  if (amountSats <= feeSats) return refuse.amount_not_above_fee();
  const destination = parseAddress(network, form.walletAddress);
  if (!destination.ok) return refuse.invalid_address({ reason: destination.text });
  const leastSats = feeSats + dustLimitSats(destination.kind);
  if (amountSats < leastSats)
    return refuse.amount_too_small({ min: formatAmount(leastSats, BTC_DECIMALS) });
  return destination;
}

/** The smallest amount that any address accepts: the posted fee and an output that is no dust. */
export function smallestAmountSats(feeSats: bigint): bigint {
  return feeSats + dustLimitSats("p2wpkh");
}
