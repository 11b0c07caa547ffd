/**
 * Assigns each transfer code to its role for the affected user. The map is exhaustive: a new
 * transfer code without a class is a compile error, so no transfer can be missing from the sum
 * "opening + contributions + income - cost - withdrawals = closing".
 */
import type { DailySum, TransferCode } from "#ledger";

export type Product = "cloud_mining" | "own_miners" | "rigs" | "earn" | "forex" | "fees" | "other";

export type TransferClass =
  /** Money received from outside. A deposit reversed by a reorg is a negative contribution. */
  | { readonly side: "contribution" }
  /**
   * Coins sent outside or held for a withdrawal. The entries of a hold add up to zero until the
   * withdrawal is sent.
   */
  | { readonly side: "withdrawal" }
  /** Conversion of one asset into the other, which is neither income nor cost. */
  | { readonly side: "conversion" }
  | { readonly side: "income" | "cost"; readonly product: Product };

const contribution = { side: "contribution" } as const;
const withdrawal = { side: "withdrawal" } as const;
const conversion = { side: "conversion" } as const;
const incomeOf = (product: Product) => ({ side: "income", product }) as const;
const costOf = (product: Product) => ({ side: "cost", product }) as const;
/**
 * Class of transfers between platform accounts. If such a transfer ever affected a user's account,
 * it would be listed under "other".
 */
const house = incomeOf("other");

const CLASSES: Readonly<Record<TransferCode, TransferClass>> = {
  opening: contribution,
  adjustment: incomeOf("other"),
  rounding: costOf("other"),
  conversion,
  deposit: contribution,
  deposit_reversal: contribution,
  faucet_grant: contribution,
  unrecorded_payment: house,
  withdrawal,
  withdrawal_hold: withdrawal,
  withdrawal_fee: costOf("fees"),
  withdrawal_void: withdrawal,
  withdrawal_network_fee: costOf("fees"),
  withdrawal_release: withdrawal,
  receivable: contribution,
  receivable_repayment: contribution,
  debt_write_off: house,
  treasury_transfer: house,
  simulated_payout: withdrawal,
  coinbase: house,
  contract_purchase: costOf("cloud_mining"),
  mining_payout: incomeOf("cloud_mining"),
  boost_purchase: costOf("cloud_mining"),
  contract_refund: costOf("cloud_mining"),
  pool_fee: costOf("cloud_mining"),
  earn_funding: house,
  earn_principal_hold: costOf("earn"),
  earn_principal_return: costOf("earn"),
  earn_interest_reserve: house,
  earn_interest_payout: incomeOf("earn"),
  earn_interest_return: house,
  power_charge: costOf("rigs"),
  hardware_purchase: costOf("rigs"),
  hardware_sale: incomeOf("rigs"),
  hardware_refund: costOf("rigs"),
  forex_deposit: conversion,
  forex_withdrawal: conversion,
  forex_conversion_cost: costOf("fees"),
  forex_profit: incomeOf("forex"),
  forex_loss: costOf("forex"),
  forex_financing: costOf("forex"),
  forex_commission: costOf("forex"),
  forex_advance: incomeOf("forex"),
  forex_advance_repayment: costOf("forex"),
  forex_negative_balance: incomeOf("forex"),
  practice_grant: contribution,
  // Practice coins taken back when an anonymous user is deleted.
  trial_return: contribution,
  consolidation_fee: house,
  child_fee: house,
  abandonment_fee: house,
  cold_fee: house,
};

/**
 * Assigns a payout to the product that earned it. Rig ids begin with `rig_`. The ids of accounts
 * for measured work, which belong to users with their own miners, begin with `wrk_`.
 */
export function classOf({ code, about }: Pick<DailySum, "code" | "about">): TransferClass {
  if (code === "mining_payout" && about === "rig") return incomeOf("rigs");
  if (code === "mining_payout" && about === "wrk") return incomeOf("own_miners");
  return CLASSES[code];
}
