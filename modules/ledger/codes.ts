/**
 * Defines the reasons for transfers. Their numbers are stored permanently, so only append new
 * numbers and never change or reuse one.
 */
const NUMBERS = {
  opening: 1,
  adjustment: 2,
  rounding: 3,
  conversion: 4,
  deposit: 10,
  deposit_reversal: 11,
  faucet_grant: 12,
  unrecorded_payment: 13,
  debt_write_off: 14,
  withdrawal: 20,
  withdrawal_hold: 21,
  withdrawal_fee: 22,
  withdrawal_void: 23,
  withdrawal_network_fee: 24,
  withdrawal_release: 25,
  receivable: 26,
  receivable_repayment: 27,
  treasury_transfer: 28,
  simulated_payout: 29,
  coinbase: 30,
  contract_purchase: 31,
  mining_payout: 32,
  boost_purchase: 33,
  contract_refund: 34,
  pool_fee: 35,
  power_charge: 36,
  earn_funding: 40,
  earn_principal_hold: 41,
  earn_principal_return: 42,
  earn_interest_reserve: 43,
  earn_interest_payout: 44,
  earn_interest_return: 45,
  hardware_purchase: 50,
  hardware_sale: 51,
  hardware_refund: 52,
  forex_deposit: 60,
  forex_withdrawal: 61,
  forex_profit: 62,
  forex_loss: 63,
  forex_financing: 64,
  forex_commission: 65,
  forex_advance: 66,
  forex_advance_repayment: 67,
  forex_negative_balance: 68,
  forex_conversion_cost: 71,
  // 69 and 70 were reserved for margin holds. They are unused, because the desk computes margin
  // instead of holding coins for it.
  practice_grant: 80,
  trial_return: 81,
  consolidation_fee: 90,
  child_fee: 91,
  abandonment_fee: 92,
  cold_fee: 95,
} as const;

export type TransferCode = keyof typeof NUMBERS;

const NAMES = new Map<number, TransferCode>(
  Object.entries(NUMBERS).map(([name, number]) => [number, name as TransferCode]),
);

export function codeNumber(code: TransferCode): number {
  return NUMBERS[code];
}

/**
 * Returns the name of a stored number. Throws RangeError if this version does not know the number.
 */
export function codeName(number: number): TransferCode {
  const name = NAMES.get(number);
  if (name === undefined) throw new RangeError(`unknown transfer code ${String(number)}`);
  return name;
}
