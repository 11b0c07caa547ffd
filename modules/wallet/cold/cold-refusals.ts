/** Refusals of the cold wallet, which administrators read. */
import { defineRefusals } from "#platform";

export const coldRefusals = defineRefusals({
  cold_private_key: {
    status: 422,
    title: "A private key",
    text: "This has a private key in it, which must never be here. Paste a descriptor of public keys, and take the coins of that key for known to others.",
  },
  cold_mainnet_key: {
    status: 422,
    title: "A key of real bitcoin",
    text: "This key is one of mainnet. Coins of this installation are test coins: use a key of a test network (tpub).",
  },
  cold_descriptor: {
    status: 422,
    title: "Descriptor not taken",
    text: "{why} It has to be wpkh([fingerprint/84h/1h/0h]tpub.../0/*) or wsh(sortedmulti(2,KEY,KEY)) of two to five such keys, with its checksum.",
  },
  cold_checksum: {
    status: 422,
    title: "Checksum wrong",
    text: "The eight characters after the # do not fit the descriptor: something was left out or mistyped. Copy all of it again.",
  },
  cold_descriptor_known: {
    status: 409,
    title: "Known already",
    text: "This descriptor is set or proposed already.",
  },
  cold_descriptor_waits: {
    status: 409,
    title: "Another one waits",
    text: "A descriptor is proposed already. Approve or reject it first.",
  },
  cold_not_found: {
    status: 404,
    title: "Not found",
    text: "There is no such thing in the cold part.",
  },
  cold_decided: {
    status: 409,
    title: "Already Decided",
    text: "Another administrator decided over this meanwhile.",
  },
  cold_approval_stale: {
    status: 409,
    title: "Approval Out of Date",
    text: "This is not what you looked at. Read it again before you approve.",
  },
  cold_own_proposal: {
    status: 403,
    title: "Needs Another Administrator",
    text: "You proposed this. Another administrator has to approve it.",
  },
  cold_proposer_gone: {
    status: 409,
    title: "Needs Another Administrator",
    text: "Whoever proposed this is no administrator any more. Propose it again.",
  },
  cold_return_waits: {
    status: 409,
    title: "Another one is open",
    text: "Coins are on their way back already. Bring that to its end or cancel it first.",
  },
  cold_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "At least 0.00001 BTC are brought back at a time.",
  },
  cold_too_little: {
    status: 409,
    title: "Not So Much There",
    text: "{has} BTC can be brought back at once now: cold coins with six confirmations, 20 of them at most, less the miner's fee.",
  },
  cold_above_ceiling: {
    status: 409,
    title: "Above the Ceiling",
    text: "The hot wallet would then hold more than its ceiling of {ceiling} BTC, and the coins would go back. Raise the ceiling first.",
  },
  cold_no_rate: {
    status: 409,
    title: "No Fee Rate",
    text: "The node tells no rate at which anything is signed. Please try again later.",
  },
  cold_not_approved: {
    status: 409,
    title: "Not Approved",
    text: "This was not approved, or it was cancelled. Nothing was sent.",
  },
  cold_coins_gone: {
    status: 409,
    title: "Coins Gone",
    text: "A coin of it was spent by another transaction, or a reorganisation took it. Cancel it and propose it again.",
  },
  cold_psbt_unreadable: {
    status: 422,
    title: "Not a PSBT",
    text: "This cannot be read as a partially signed transaction. Paste it in base64 or choose the file.",
  },
  cold_psbt_other_coins: {
    status: 422,
    title: "Other Coins",
    text: "This PSBT spends other coins than the one that was exported here. Nothing was sent.",
  },
  cold_psbt_altered: {
    status: 422,
    title: "Altered",
    text: "This PSBT spends the same coins, but it is not the transaction that was approved: an output, a number or a time differs. Nothing was sent.",
  },
  cold_psbt_bad_signature: {
    status: 422,
    title: "Wrong Signature",
    text: "A signature of coin {coin} does not fit this transaction and these keys. Nothing was sent.",
  },
  cold_psbt_too_few: {
    status: 422,
    title: "Signatures Missing",
    text: "Coin {coin} has {has} of {needed} signatures. Let the next person sign the same file, and import it then.",
  },
});
