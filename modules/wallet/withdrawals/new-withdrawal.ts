/** Creates the rows and messages for an accepted request. Pure. */
import { payoutMethodNames } from "#api/payout-accounts";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { ParsedAddress } from "#bitcoin";
import type { Notification } from "#notifications";
import type { WithdrawalDraft } from "./withdrawal-decision.ts";
import type { NewWithdrawal } from "./withdrawals-table.ts";

/** Destination of a simulated payout, shown in the message instead of an address. */
const TEST_ACCOUNT = "a published test account (simulator)";

/** Returns the message that confirms the request to its owner. */
export function messageOf({
  id,
  userId,
  amountSats,
  destination,
  keyName,
  approvalsRequired,
  daySats,
  now,
}: WithdrawalDraft): Notification<"withdrawal_in_review" | "withdrawal_requested"> {
  return {
    userId,
    template: approvalsRequired > 0 ? "withdrawal_in_review" : "withdrawal_requested",
    values: {
      who: keyName === undefined ? "You" : `Your key "${keyName}"`,
      amountBtc: formatAmount(amountSats, BTC_DECIMALS),
      method: payoutMethodNames[destination.method],
      to: destination.method === "wallet" ? destination.to.address : TEST_ACCOUNT,
      withdrawalId: id,
      dayBtc: formatAmount(daySats, BTC_DECIMALS),
    },
    now,
  };
}

/** Returns the row for a user's on-chain withdrawal. */
export function newWithdrawal(draft: WithdrawalDraft, to: ParsedAddress): NewWithdrawal {
  const { id, userId, network, amountSats, feeSats, approvalsRequired, daySats, now } = draft;
  return {
    id,
    userId,
    network,
    address: to.address,
    scriptHex: to.scriptHex,
    purpose: "user",
    method: "wallet",
    amountSats,
    feeSats,
    approvalsRequired,
    daySats,
    requestedAt: now,
  };
}
