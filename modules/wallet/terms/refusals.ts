/** Refusals of the wallet, shown to users. */
import { defineRefusals } from "#platform";

export const refuse = defineRefusals({
  invalid_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "Please enter a valid amount to withdraw.",
  },
  payments_locked: {
    status: 409,
    title: "Payments are waiting",
    text: "An administrator must first compare the books with the chain, as after a restore. Please try again later.",
  },
  payments_not_locked: {
    status: 409,
    title: "Payments are not waiting",
    text: "Another administrator has already resumed payments.",
  },
  payments_not_compared: {
    status: 409,
    title: "The chain is being read",
    text: "The wallet has not finished reading the chain. Please try again in a moment.",
  },
  payments_unsettled: {
    status: 409,
    title: "Payment not confirmed yet",
    text: "Transaction {txid} has {confirmations} of 6 confirmations. Please try again when it has all 6.",
  },
  insufficient_funds: {
    status: 422,
    title: "Insufficient Funds",
    text: "You do not have enough BTC to withdraw that amount.",
  },
  security_code_missing: {
    status: 422,
    title: "Security Verification Required",
    text: "Please enter the verification code sent to your email/phone.",
  },
  security_code_wrong: {
    status: 422,
    title: "Security Verification Required",
    text: "That code is wrong or has expired.",
  },
  passkey_not_verified: {
    status: 422,
    title: "Security Verification Required",
    text: "This passkey could not be verified. Try again or use another passkey.",
  },
  security_code_used: {
    status: 422,
    title: "Security Verification Required",
    text: "This authenticator code was already used. Wait for the next one.",
  },
  too_many_wrong_codes: {
    status: 429,
    title: "Too many wrong codes",
    text: "You entered too many wrong codes. Wait 15 minutes, then try again.",
  },
  code_from_authenticator: {
    status: 409,
    title: "No code sent",
    text: "Use your passkey or the code from your authenticator app.",
  },
  amount_not_above_fee: {
    status: 422,
    title: "Invalid Amount",
    text: "The amount must be more than the network fee.",
  },
  amount_too_small: {
    status: 422,
    title: "Invalid Amount",
    text: "The smallest amount for this address is {min} BTC. The network does not relay smaller payments.",
  },
  amount_below_limit: {
    status: 422,
    title: "Invalid Amount",
    text: "The minimum per withdrawal by {method} is {min} BTC.",
  },
  amount_above_limit: {
    status: 422,
    title: "Invalid Amount",
    text: "The maximum per withdrawal by {method} is {max} BTC.",
  },
  daily_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "You can withdraw {daily} BTC by {method} in 24 hours. You have {left} BTC left now.",
  },
  fee_changed: {
    status: 409,
    title: "Fee changed",
    text: "The network fee is now {fee} BTC. Check the amount that arrives before you confirm.",
  },
  invalid_address: { status: 422, title: "Invalid Address", text: "{reason}" },
  own_change_address: {
    status: 422,
    title: "Invalid Address",
    text: "This address belongs to the platform's own wallet. Enter another address on {network}.",
  },
  test_values_only: { status: 422, title: "Test Values Only", text: "{reason}" },
  withdrawals_paused: {
    status: 409,
    title: "Withdrawals paused",
    text: "{reason}",
  },
  withdrawals_locked: {
    status: 409,
    title: "Withdrawals locked",
    text: "The password, e-mail address or second factor of this account was changed. Withdrawals are locked until {until}. If you did not change it, contact support.",
  },
  too_many_withdrawals: {
    status: 429,
    title: "Too many withdrawals",
    text: "You can request {max} withdrawals per hour. Please try again later.",
  },
  account_frozen: {
    status: 409,
    title: "Withdrawals paused",
    text: "A chain reorganisation reversed a deposit that you had already spent. You owe {owed} BTC. Your next income repays this debt first.",
  },
  withdrawal_not_found: {
    status: 404,
    title: "Not found",
    text: "There is no such withdrawal.",
  },
  withdrawal_not_cancellable: {
    status: 409,
    title: "Too late",
    text: "This withdrawal is already signed and can no longer be cancelled.",
  },
  bump_not_possible: {
    status: 409,
    title: "Not possible now",
    text: "The fee of this withdrawal cannot be raised now. It is not sent yet, or a block already contains it.",
  },
  child_not_possible: {
    status: 409,
    title: "Not possible now",
    text: "A CPFP transaction is not possible now. The node has not accepted the payment, a block contains it, or it has no change left.",
  },
  give_up_not_possible: {
    status: 409,
    title: "Not possible now",
    text: "This payment cannot be abandoned now. A block contains it, one of its coins is not in a block, or another payment spends its change.",
  },
  payment_given_up: {
    status: 409,
    title: "Payment being abandoned",
    text: "This payment is being abandoned. Its coins return to the platform, and its owner gets the money after six blocks.",
  },
  bump_under_way: {
    status: 409,
    title: "Already requested",
    text: "A change of this payment was already requested and is being signed.",
  },
  bump_too_dear: {
    status: 422,
    title: "Fee too high",
    text: "The fee would exceed 0.001 BTC or the available coins. Choose a lower rate.",
  },
  bump_cost_changed: {
    status: 409,
    title: "Cost changed",
    text: "The new cost is {cost} BTC. Check it before you confirm.",
  },
  bump_unpaid: {
    status: 422,
    title: "Insufficient Funds",
    text: "There is not enough BTC for the higher fee.",
  },
  payout_not_cancellable: {
    status: 409,
    title: "Too late",
    text: "This withdrawal is already being processed and can no longer be cancelled.",
  },
  owes_less: {
    status: 409,
    title: "Debt is lower",
    text: "This user owes {owed} BTC now. You cannot write off more.",
  },
  owner_owes: {
    status: 409,
    title: "Withdrawals paused",
    text: "A chain reorganisation reversed a deposit that this user had already spent. The user owes {owed} BTC. Reject the withdrawal, or approve it when the debt is repaid.",
  },
  owner_disabled: {
    status: 409,
    title: "Account disabled",
    text: "This user's account is disabled. Reject the withdrawal, or approve it when the account is enabled again.",
  },
  may_be_paid: {
    status: 409,
    title: "Withdrawal may already be paid",
    text: "A payment that the platform signed, but that is missing in the database, spent the coins of this withdrawal. Check on the chain whether the address was paid. Reject the withdrawal only if it was not.",
  },
  withdrawal_decided: {
    status: 409,
    title: "Already decided",
    text: "This withdrawal is no longer waiting for approval. It was approved, rejected or cancelled.",
  },
  approval_stale: {
    status: 409,
    title: "Approval out of date",
    text: "This withdrawal has changed since you opened it: its address, amount or fee is different. Read it again before you approve.",
  },
  own_withdrawal: {
    status: 403,
    title: "Your own withdrawal",
    text: "You cannot approve your own withdrawal.",
  },
  already_approved: {
    status: 409,
    title: "Another administrator needed",
    text: "You already approved this withdrawal. Another administrator must approve it as well.",
  },
  transaction_not_found: {
    status: 404,
    title: "Not found",
    text: "No transaction or withdrawal with this id was found.",
  },
  too_many_addresses: {
    status: 409,
    title: "Too many addresses",
    text: "You have {count} unused deposit addresses. Use one of them first.",
  },
  too_many_anonymous_addresses: {
    status: 409,
    title: "Too many addresses",
    text: "You have {count} unused deposit addresses. Use one of them, or create an account for more.",
  },
  faucet_closed: { status: 409, title: "Faucet closed", text: "{reason}" },
  faucet_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "The faucet gives {daily} BTC a day. You can still get {remaining} BTC today.",
  },
  faucet_network_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "The faucet gives {daily} BTC a day to one network. Your network can still get {remaining} BTC today.",
  },
  faucet_total_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "The faucet sends at most {daily} BTC a day to all users together. {remaining} BTC is left today.",
  },
  faucet_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "The smallest amount that the faucet gives is {min} BTC.",
  },
  address_cannot_sign: {
    status: 422,
    title: "Address not supported",
    text: "Signatures of this kind of address cannot be verified here. Use an address with a single key: {kinds}.",
  },
  challenge_not_found: {
    status: 404,
    title: "Not found",
    text: "This message to sign does not exist. Request a new one.",
  },
  challenge_used: {
    status: 409,
    title: "Message already used",
    text: "This message was already signed and used. Request a new one.",
  },
  challenge_expired: {
    status: 409,
    title: "Message expired",
    text: "A message to sign is valid for {minutes} minutes. Request a new one.",
  },
  challenge_of_other_site: {
    status: 409,
    title: "Message from another site",
    text: "This message was created at {site}. Request a new one here.",
  },
  challenge_of_other_network: {
    status: 409,
    title: "Message for another network",
    text: "This message was created for {network}. Request a new one here.",
  },
  too_many_challenges: {
    status: 429,
    title: "Too many messages",
    text: "You have {max} messages to sign that are still valid. Use one of them, or wait {minutes} minutes.",
  },
  signature_unreadable: {
    status: 422,
    title: "Signature not accepted",
    text: "This is not a message signature. Paste everything that your wallet shows: base64 text of BIP-322 (simple) or BIP-137.",
  },
  signature_of_other_key: {
    status: 422,
    title: "Signature not accepted",
    text: "The key of {address} did not sign this message. Select this address in your wallet and sign the unchanged message.",
  },
  signature_high_s: {
    status: 422,
    title: "Signature not accepted",
    text: "This signature was changed: its S value is high, which no wallet produces. Sign the message again.",
  },
  signature_of_other_form: {
    status: 422,
    title: "Signature not accepted",
    text: "This signature format does not fit this kind of address. Taproot and other native SegWit addresses use BIP-322 (simple), older ones BIP-137.",
  },
  address_connected: {
    status: 409,
    title: "Already verified",
    text: "This address is already on your list as {name}.",
  },
  too_many_connections: {
    status: 409,
    title: "Too many addresses",
    text: "You have {max} verified addresses. Remove one of them first.",
  },
  no_verified_address: {
    status: 409,
    title: "No verified address",
    text: "Verify an address first. Without a verified address, this limit would block every withdrawal.",
  },
  address_not_verified: {
    status: 409,
    title: "Address not verified",
    text: "Your withdrawals can only go to your verified addresses, and by no other method. You can turn this limit off on the Wallet page.",
  },
  key_only_to_verified: {
    status: 403,
    title: "Not allowed for this key",
    text: "An API key can only withdraw to verified addresses, and by no other method.",
  },
  key_address_too_new: {
    status: 409,
    title: "Address verified recently",
    text: "This address was verified less than a day ago. An API key can withdraw to it from {from}.",
  },
  address_verified_lately: {
    status: 409,
    title: "Address verified recently",
    text: "This address was verified while your withdrawals were limited to verified addresses. You can use it from {from}.",
  },
  connection_not_found: {
    status: 404,
    title: "Not found",
    text: "There is no such verified address.",
  },
  deposit_not_found: {
    status: 404,
    title: "Not found",
    text: "There is no such deposit.",
  },
  txid_unreadable: {
    status: 422,
    title: "Not a TXID",
    text: "A TXID has 64 hexadecimal digits.",
  },
  already_followed: {
    status: 409,
    title: "Already followed",
    text: "This transaction is already on your watch list.",
  },
  too_many_followed: {
    status: 409,
    title: "Watch list full",
    text: "You follow {max} transactions. Remove one of them first.",
  },
  not_followed: {
    status: 404,
    title: "Not found",
    text: "This transaction is not on your watch list.",
  },
  invalid_cursor: {
    status: 400,
    title: "Invalid page",
    text: "This page marker does not belong to this list.",
  },
});
