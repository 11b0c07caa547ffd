/** What an accepted request writes down, and what its owner is told. Pure. */
import { payoutMethodNames } from "#api/payout-accounts";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { Notification } from "#notifications";
import type { Destination, WithdrawalForm } from "./withdrawal-rules.ts";
import type { NewWithdrawal } from "./withdrawals-table.ts";

/** In the mail, in place of an address. */
const TEST_ACCOUNT = "a published test account (simulator)";

/** To its owner. */
export function messageOf({
  id,
  userId,
  amountSats,
  destination,
  keyName,
  approvalsRequired,
  daySats,
  now,
}: Pick<WithdrawalForm, "amountSats" | "keyName"> & {
  readonly userId: string;
  readonly id: string;
  readonly destination: Destination;
  readonly approvalsRequired: number;
  readonly daySats: bigint;
  readonly now: Date;
}): Notification<"withdrawal_in_review" | "withdrawal_requested"> {
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

/** On the chain, of a user. */
export function newWithdrawal({
  to,
  now,
  ...asked
}: Pick<
  NewWithdrawal,
  "id" | "userId" | "network" | "amountSats" | "feeSats" | "approvalsRequired" | "daySats"
> & {
  readonly to: Pick<NewWithdrawal, "address" | "scriptHex">;
  readonly now: Date;
}): NewWithdrawal {
  const { address, scriptHex } = to;
  return { ...asked, address, scriptHex, purpose: "user", method: "wallet", requestedAt: now };
}
