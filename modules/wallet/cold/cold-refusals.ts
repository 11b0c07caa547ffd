/** Refusals about the cold wallet, shown to administrators. */
import { defineRefusals } from "#platform";

export const coldRefusals = defineRefusals({
  cold_private_key: {
    status: 422,
    title: "Private key found",
    text: "This text contains a private key, which must never be entered here. Paste a descriptor with public keys only. Treat the private key as exposed.",
  },
  cold_mainnet_key: {
    status: 422,
    title: "Mainnet key",
    text: "This is a mainnet key. The platform uses test coins only: enter a key of a test network (tpub).",
  },
  cold_descriptor: {
    status: 422,
    title: "Descriptor not accepted",
    text: "{why} Use wpkh([fingerprint/84h/1h/0h]tpub.../0/*) or wsh(sortedmulti(2,KEY,KEY)) with two to five such keys, and include the checksum.",
  },
  cold_checksum: {
    status: 422,
    title: "Wrong checksum",
    text: "The eight characters after the # do not match the descriptor. Part of it is missing or mistyped. Copy all of it again.",
  },
  cold_descriptor_known: {
    status: 409,
    title: "Descriptor already known",
    text: "This descriptor is already set or proposed.",
  },
  cold_descriptor_waits: {
    status: 409,
    title: "Another descriptor is waiting",
    text: "Another descriptor is already proposed. Approve or reject it first.",
  },
  cold_not_found: {
    status: 404,
    title: "Not found",
    text: "The cold wallet has no such entry.",
  },
  cold_decided: {
    status: 409,
    title: "Already decided",
    text: "Another administrator has already decided on this.",
  },
  cold_approval_stale: {
    status: 409,
    title: "Approval out of date",
    text: "The details have changed since you opened them. Read them again before you approve.",
  },
  cold_own_proposal: {
    status: 403,
    title: "Another administrator needed",
    text: "You made this proposal, so another administrator must approve it.",
  },
  cold_proposer_gone: {
    status: 409,
    title: "Another administrator needed",
    text: "The proposer is no longer an administrator. Make the proposal again.",
  },
  cold_return_waits: {
    status: 409,
    title: "Another return is open",
    text: "Coins are already on their way back. Complete or cancel that return first.",
  },
  cold_amount: {
    status: 422,
    title: "Invalid Amount",
    text: "The smallest amount of a return is 0.00001 BTC.",
  },
  cold_too_little: {
    status: 409,
    title: "Not enough cold coins",
    text: "You can return up to {has} BTC now: at most 20 cold coins with six confirmations, less the miner's fee.",
  },
  cold_above_ceiling: {
    status: 409,
    title: "Above the ceiling",
    text: "The hot wallet would exceed its ceiling of {ceiling} BTC, and the coins would be sent back. Raise the ceiling first.",
  },
  cold_no_rate: {
    status: 409,
    title: "No fee rate",
    text: "The node reports no usable fee rate. Please try again later.",
  },
  cold_not_approved: {
    status: 409,
    title: "Not approved",
    text: "This return was not approved or was cancelled. Nothing was sent.",
  },
  cold_coins_gone: {
    status: 409,
    title: "Coins no longer available",
    text: "A coin of this return was spent by another transaction or removed by a reorganisation. Cancel the return and propose it again.",
  },
  cold_psbt_unreadable: {
    status: 422,
    title: "Not a PSBT",
    text: "This is not a partially signed transaction. Paste it as base64 or choose the file.",
  },
  cold_psbt_other_coins: {
    status: 422,
    title: "Different coins",
    text: "This PSBT does not spend the same coins as the exported one. Nothing was sent.",
  },
  cold_psbt_altered: {
    status: 422,
    title: "PSBT was changed",
    text: "This PSBT spends the same coins but is not the approved transaction: an output, a number or a time is different. Nothing was sent.",
  },
  cold_psbt_bad_signature: {
    status: 422,
    title: "Wrong signature",
    text: "A signature of coin {coin} is not valid for this transaction and these keys. Nothing was sent.",
  },
  cold_psbt_too_few: {
    status: 422,
    title: "Signatures missing",
    text: "Coin {coin} has {has} of {needed} signatures. Have the next person sign the same file, then import it.",
  },
});
