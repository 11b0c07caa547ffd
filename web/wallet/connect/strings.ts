/** Texts of verified addresses. */
import { connectionLimits, lockLimits } from "../../../api-schema/limits.ts";

export const connectTexts = {
  title: "Connected wallets",
  none: "None connected",
  count: (count: number) => (count === 1 ? "1 verified address" : `${count} verified addresses`),
  lead: "A wallet of your own is connected by proof: it signs a message that its address is yours, and the address is saved as a verified place to withdraw to. Your coins stay in that wallet.",
  notByPress:
    "Wallets of these kinds sign by hand in this version: there is nothing to press for them.",
  never: "No wallet is ever connected by its seed phrase. Whoever asks for one wants to steal it.",
  list: "Your verified addresses",
  verified: "Verified",
  connectors: {
    by_hand: "signed by hand",
    browser_wallet: "by a browser wallet",
    walletconnect: "by WalletConnect",
    ledger: "by a Ledger",
  },
  rename: "Rename",
  remove: "Remove",
  keep: "Keep it",
  renameTitle: "Rename this address",
  renameField: "Name",
  save: "Save",
  saving: "Saving...",
  removeTitle: "Remove this address?",
  removeText: (name: string) =>
    `${name} is no longer offered when you withdraw. You can verify it again at any time.`,
  removing: "Removing...",
  removed: "Address Removed",
  renamed: "Address Renamed",
  nameMissing: `Give it a name of 1 to ${connectionLimits.nameMax} characters.`,
  lock: {
    label: "Only to my verified addresses",
    off: "Withdrawals go to any address of this network, and by any method.",
    none: "Verify an address first: then withdrawals can be limited to such addresses.",
    on: `Withdrawals go to your verified addresses only. An address that you verify from now on counts ${lockLimits.withdrawalHours} hours later.`,
    ending: (at: string) =>
      `You turned it off: until ${at} it still holds. Turn it on again to keep it.`,
    onTitle: "Only Verified Addresses",
    offTitle: "Limit Turned Off",
    offText: (at: string) => `It ends at ${at}.`,
  },
  byHand: {
    name: "By hand",
    description:
      "Any wallet that signs messages: Bitcoin Core, Sparrow, Electrum or a Coldcard. Copy the message, sign it there, paste the signature here.",
    open: "Verify by hand",
    title: "Verify an address by hand",
    address: "Address of your wallet",
    addressHint:
      "An address of one key on this test network: native SegWit, Taproot, nested SegWit or P2PKH.",
    make: "Make the message",
    making: "Making...",
    message: "Message to sign",
    messageHint: `Sign it as it stands, with this address. It is good once, for ${connectionLimits.challengeMinutes} minutes.`,
    copy: "Copy the message",
    signature: "Signature",
    signatureHint:
      "The base64 text that your wallet shows. Never a seed phrase or a private key: they are not asked for anywhere.",
    nameField: "Name (optional)",
    nameHint: "What you call it, for example Cold wallet.",
    save: "Save address",
    saving: "Checking...",
    again: "Another address",
    cancel: "Cancel",
    savedTitle: "Address Verified",
    savedText: (name: string) => `${name} is offered when you withdraw.`,
    addressMissing: "Enter the address first.",
    signatureMissing: "Paste the signature that your wallet shows.",
  },
} as const;
