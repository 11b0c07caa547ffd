/** Texts of the history page and labels for the codes of ledger transfers. */
import { countText } from "../../ui/amounts/count-text.ts";

export const historyTexts = {
  title: "History",
  lead: "Every change to your balance. Open a row to see the ledger entries.",
  asset: "Currency",
  account: "Account",
  all: "All",
  accounts: { available: "Available", held: "Held" },
  more: "Load more",
  end: "End of list.",
  emptyTitle: "No movements yet",
  emptyText: "Deposits, purchases, payouts and withdrawals appear here, each with its cause.",
  emptyAction: "Get test coins",
  emptyFiltered: "No events match these filters.",
  resetFilters: "Show everything",
  columns: { what: "Event", detail: "Details", status: "Status", amount: "Amount" },
  postings: "Postings",
  morePostings: "Load more postings",
  after: "Balance",
  entryNumber: (version: string) => `#${version}`,
  entryNumberHint: "Number of this entry on its account. A missing number is a missing entry.",
  time: "Time",
  addsUp: "The history adds up.",
  addsNotUp: "The history does not add up. Please contact support.",
  allEvents: "Sum of all events: {sums}",
} as const;

export const statementCheckTexts = {
  explained:
    "Each account numbers its entries from 1 (#1, #2, ...). A missing number is a missing entry.",
  check: "Check every entry",
  checking: "Checking",
  noEntries: "There are no entries yet.",
  whole: (accounts: string) => `No number is missing, and the balances add up: ${accounts}.`,
  account: (name: string, oldest: string, newest: string) => `${name} #${oldest} to #${newest}`,
  fault: (name: string, fault: string) => `${name}: ${fault}. Please contact support.`,
} as const;

export const eventTexts = {
  withdrawal: "Withdrawal",
  payouts: (count: string) => countText(count, "payout"),
  to: (address: string) => `to ${address}`,
  block: (height: string) => `block ${height}`,
  quantity: (count: string, name: string) => `${count} x ${name}`,
  hours: (count: string) => `${count} h`,
  days: (count: string) => countText(count, "day"),
  utcDay: (day: string) => `${day} UTC`,
  running: "Running",
  returned: "Returned",
  refunded: "Refunded",
} as const;

/** Labels of causes that link to a page. */
export const causeTexts = {
  contract: "Contract",
  boost: "Boost",
  work: "Measured work",
  stake: "Stake",
  investment: "Investment",
  order: "Hardware order",
  rig: "Rig",
  forex: "Forex account",
} as const;

const CODE_WORDS: Readonly<Record<string, string>> = {
  opening: "Opening",
  adjustment: "Adjustment",
  rounding: "Rounding",
  conversion: "Conversion",
  deposit: "Deposit",
  deposit_reversal: "Deposit reversed",
  faucet_grant: "Deposit from faucet",
  withdrawal: "Withdrawal",
  withdrawal_hold: "Withdrawal, reserved",
  withdrawal_fee: "Withdrawal fee",
  withdrawal_void: "Withdrawal returned",
  withdrawal_network_fee: "Network fee",
  withdrawal_release: "Withdrawal released",
  simulated_payout: "Withdrawal, simulated payout",
  receivable: "Owed after a reorganisation",
  receivable_repayment: "Debt repaid",
  debt_write_off: "Debt written off",
  contract_purchase: "Contract bought",
  contract_refund: "Contract refunded",
  mining_payout: "Mining payout",
  boost_purchase: "Boost bought",
  pool_fee: "Pool fee",
  power_charge: "Power for a rig",
  hardware_purchase: "Hardware bought",
  hardware_sale: "Hardware sold back",
  earn_principal_hold: "Staked or invested",
  earn_principal_return: "Stake or investment returned",
  earn_interest_payout: "Interest paid",
  forex_conversion_cost: "Conversion cost",
  practice_grant: "Practice grant",
  trial_return: "Returned from an anonymous account",
};

const MEASURED_PAYOUT = "Payout of measured work";

/**
 * Returns the label of a transfer code, or the code's name if it is unknown. Payouts for measured
 * work have the same code as other payouts and are recognized by their cause.
 */
export function codeWords(code: string, cause?: string | null): string {
  if (code === "mining_payout" && cause?.startsWith("wrk_")) return MEASURED_PAYOUT;
  const words = CODE_WORDS[code] ?? code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
