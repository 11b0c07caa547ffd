/** Refusals of the wallet, which users read. */
import { defineRefusals } from "#platform";

export const refuse = defineRefusals({
  invalid_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "Please enter a valid amount to withdraw.",
  },
  payments_locked: {
    status: 409,
    title: "Payments wait",
    text: "An administrator has to compare the books with the chain first, as after a restore. Please try again later.",
  },
  payments_not_locked: {
    status: 409,
    title: "Payments do not wait",
    text: "Somebody has let them go on already.",
  },
  payments_not_compared: {
    status: 409,
    title: "The chain is being read",
    text: "The wallet has not read the chain to its end yet. Please try again in a moment.",
  },
  payments_unsettled: {
    status: 409,
    title: "A payment is too young",
    text: "Transaction {txid} has {confirmations} of 6 confirmations. Please try again when it has all of them.",
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
    text: "This passkey could not be verified. Try again, or use another one of yours.",
  },
  security_code_used: {
    status: 422,
    title: "Security Verification Required",
    text: "This code of your authenticator app was used already. Wait for the next one.",
  },
  too_many_wrong_codes: {
    status: 429,
    title: "Too many wrong codes",
    text: "There were too many wrong codes. Wait a quarter of an hour, then try again.",
  },
  code_from_authenticator: {
    status: 409,
    title: "No code is sent",
    text: "Use your passkey, or the code of your authenticator app.",
  },
  amount_not_above_fee: {
    status: 422,
    title: "Invalid Amount",
    text: "The amount must be more than the network fee.",
  },
  amount_too_small: {
    status: 422,
    title: "Invalid Amount",
    text: "The smallest amount for this address is {min} BTC; less would be dust that the network does not relay.",
  },
  amount_below_limit: {
    status: 422,
    title: "Invalid Amount",
    text: "The least at a time by {method} is {min} BTC.",
  },
  amount_above_limit: {
    status: 422,
    title: "Invalid Amount",
    text: "The most at a time by {method} is {max} BTC.",
  },
  daily_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "{daily} BTC can leave by {method} in 24 hours. {left} BTC are left for you now.",
  },
  fee_changed: {
    status: 409,
    title: "Fee Changed",
    text: "The network fee is now {fee} BTC. Look at what arrives before you confirm.",
  },
  invalid_address: { status: 422, title: "Invalid Address", text: "{reason}" },
  own_change_address: {
    status: 422,
    title: "Invalid Address",
    text: "This address belongs to this installation's own wallet; we send test coins on {network} to users' and outside addresses only.",
  },
  test_values_only: { status: 422, title: "Test Values Only", text: "{reason}" },
  withdrawals_paused: {
    status: 409,
    title: "Withdrawals Paused",
    text: "{reason}",
  },
  withdrawals_locked: {
    status: 409,
    title: "Withdrawals Locked",
    text: "The password, e-mail address or second factor of this account was changed, so nothing can be withdrawn until {until}. If it was not you, write to support.",
  },
  too_many_withdrawals: {
    status: 429,
    title: "Too Many Withdrawals",
    text: "An account can ask for {max} withdrawals in an hour. Try again later.",
  },
  account_frozen: {
    status: 409,
    title: "Withdrawals Paused",
    text: "A chain reorganisation took back a deposit that was already spent. You owe {owed} BTC; whatever comes into your balance repays it first.",
  },
  withdrawal_not_found: {
    status: 404,
    title: "Not Found",
    text: "There is no such withdrawal.",
  },
  withdrawal_not_cancellable: {
    status: 409,
    title: "Too Late",
    text: "This withdrawal is signed already and can no longer be cancelled.",
  },
  bump_not_possible: {
    status: 409,
    title: "Not Now",
    text: "The fee of this withdrawal cannot be raised now: it is not on its way yet, or a block holds it already.",
  },
  child_not_possible: {
    status: 409,
    title: "Not Now",
    text: "No child can bring this payment in now: the node has not taken it, a block holds it, or no change of it is left.",
  },
  give_up_not_possible: {
    status: 409,
    title: "Not Now",
    text: "This payment cannot be given up now: it is no withdrawal on its way, a coin of it is in no block, or another payment builds on it.",
  },
  payment_given_up: {
    status: 409,
    title: "Being Given Up",
    text: "This payment is being given up: its coins go back to the house, and its money to its owner after six blocks.",
  },
  bump_under_way: {
    status: 409,
    title: "Already Asked",
    text: "Something was asked for this payment already and is being signed.",
  },
  bump_too_dear: {
    status: 422,
    title: "Too Much for a Miner",
    text: "That would cost more than 0.001 BTC in fees, or more than there are coins for. Choose a lower rate.",
  },
  bump_cost_changed: {
    status: 409,
    title: "The Cost Has Changed",
    text: "It would cost {cost} BTC now. Look again before you confirm.",
  },
  bump_unpaid: {
    status: 422,
    title: "Insufficient Funds",
    text: "There is not enough BTC to pay the higher fee.",
  },
  payout_not_cancellable: {
    status: 409,
    title: "Too Late",
    text: "This withdrawal is processed already and can no longer be cancelled.",
  },
  owes_less: {
    status: 409,
    title: "Less Is Owed",
    text: "{owed} BTC are owed now. No more than that can be written off.",
  },
  owner_owes: {
    status: 409,
    title: "Withdrawals Paused",
    text: "A chain reorganisation took back coins that this user had spent: {owed} BTC are owed. Reject it, or approve it once they are repaid.",
  },
  owner_disabled: {
    status: 409,
    title: "Account Disabled",
    text: "This user's account is disabled. Reject the withdrawal, or approve it once the account is open again.",
  },
  may_be_paid: {
    status: 409,
    title: "It May Be Paid Already",
    text: "A payment of this installation's own keys, which its tables do not know, spent the coins of this withdrawal. Look on the chain whether its address was paid; reject it only when it was not.",
  },
  withdrawal_decided: {
    status: 409,
    title: "Already Decided",
    text: "This withdrawal does not wait for approval any more: it was approved, rejected or cancelled meanwhile.",
  },
  approval_stale: {
    status: 409,
    title: "Approval Out of Date",
    text: "This withdrawal is not what you looked at: its address, amount or fee differs. Read it again before you approve.",
  },
  own_withdrawal: {
    status: 403,
    title: "Your Own Withdrawal",
    text: "You cannot approve your own withdrawal.",
  },
  already_approved: {
    status: 409,
    title: "Needs Another Administrator",
    text: "You approved this withdrawal already. Another administrator has to approve it too.",
  },
  transaction_not_found: {
    status: 404,
    title: "Not Found",
    text: "No transaction or withdrawal with this id is known.",
  },
  too_many_addresses: {
    status: 409,
    title: "Enough Addresses",
    text: "You have {count} unused deposit addresses. Use one of them first.",
  },
  too_many_anonymous_addresses: {
    status: 409,
    title: "Enough Addresses",
    text: "You have {count} unused deposit addresses. Use one of them, or create an account for more.",
  },
  faucet_closed: { status: 409, title: "Faucet Closed", text: "{reason}" },
  faucet_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "The faucet gives {daily} BTC a day. Today {remaining} BTC are left for you.",
  },
  faucet_network_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "The faucet gives {daily} BTC a day to one network. Today {remaining} BTC are left for yours.",
  },
  faucet_total_limit: {
    status: 422,
    title: "Daily Limit Reached",
    text: "The faucet gives {daily} BTC a day to all users together. Today {remaining} BTC are left.",
  },
  faucet_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "The faucet gives at least {min} BTC at a time.",
  },
  address_cannot_sign: {
    status: 422,
    title: "Address Not Supported",
    text: "Who owns an address of this kind cannot sign a message that is checked here. Use an address of one key: {kinds}.",
  },
  challenge_not_found: {
    status: 404,
    title: "Not Found",
    text: "There is no such message to sign. Ask for a new one.",
  },
  challenge_used: {
    status: 409,
    title: "Message Used",
    text: "This message was signed and used already. Ask for a new one.",
  },
  challenge_expired: {
    status: 409,
    title: "Message Expired",
    text: "A message to sign is good for {minutes} minutes. Ask for a new one.",
  },
  challenge_of_other_site: {
    status: 409,
    title: "Another Site",
    text: "This message was made at {site}. Ask for a new one here.",
  },
  challenge_of_other_network: {
    status: 409,
    title: "Another Network",
    text: "This message was made for {network}. Ask for a new one here.",
  },
  too_many_challenges: {
    status: 429,
    title: "Too Many Messages",
    text: "You have {max} messages to sign that are still good. Use one of them, or wait {minutes} minutes.",
  },
  signature_unreadable: {
    status: 422,
    title: "Signature Not Accepted",
    text: "This is not a signature of a message. Paste all of what your wallet shows, base64 text of BIP-322 (simple) or BIP-137.",
  },
  signature_of_other_key: {
    status: 422,
    title: "Signature Not Accepted",
    text: "The key of {address} did not sign this message. Sign the message as it stands, with this address chosen in your wallet.",
  },
  signature_high_s: {
    status: 422,
    title: "Signature Not Accepted",
    text: "Somebody changed this signature: its S value is high, which no wallet writes. Sign the message again.",
  },
  signature_of_other_form: {
    status: 422,
    title: "Signature Not Accepted",
    text: "This form of signature says nothing about this kind of address. Taproot and other native SegWit addresses sign by BIP-322 (simple), older ones by BIP-137.",
  },
  address_connected: {
    status: 409,
    title: "Already Verified",
    text: "This address is on your list already, as {name}.",
  },
  too_many_connections: {
    status: 409,
    title: "Enough Addresses",
    text: "You have {max} verified addresses. Remove one of them first.",
  },
  no_verified_address: {
    status: 409,
    title: "No Verified Address",
    text: "Verify an address first: with this limit and none on your list nothing could be withdrawn.",
  },
  address_not_verified: {
    status: 409,
    title: "Address Not Verified",
    text: "Your withdrawals go to your verified addresses only, and by no other method. You turn that limit off on the Wallet page.",
  },
  key_only_to_verified: {
    status: 403,
    title: "Not by This Key",
    text: "A key withdraws to addresses that its owner verified with a signature, and by no other method.",
  },
  key_address_too_new: {
    status: 409,
    title: "Address Verified Lately",
    text: "This address was verified less than a day ago. A key may withdraw to it from {from} on.",
  },
  address_verified_lately: {
    status: 409,
    title: "Address Verified Lately",
    text: "This address was verified while your withdrawals were limited to verified ones, so it counts from {from} on.",
  },
  connection_not_found: {
    status: 404,
    title: "Not Found",
    text: "There is no such verified address.",
  },
  deposit_not_found: {
    status: 404,
    title: "Not Found",
    text: "There is no such deposit.",
  },
  txid_unreadable: {
    status: 422,
    title: "Not a TXID",
    text: "A transaction's id is 64 hexadecimal digits.",
  },
  already_followed: {
    status: 409,
    title: "Already Followed",
    text: "This transaction is on your watch list already.",
  },
  too_many_followed: {
    status: 409,
    title: "Watch List Full",
    text: "You follow {max} transactions. Remove one of them first.",
  },
  not_followed: {
    status: 404,
    title: "Not Found",
    text: "This transaction is not on your watch list.",
  },
  invalid_cursor: {
    status: 400,
    title: "Invalid Page",
    text: "This page marker is not one of ours.",
  },
});
