import { connectionLimits, lockLimits } from "../../../../api/limits.ts";
import { countText } from "../../../ui/amounts/count-text.ts";

export const connectTexts = {
  title: "Connected wallets",
  none: "None connected",
  count: (count: number) => countText(count, "verified address", "verified addresses"),
  lead: "Connect a wallet by signing a message that proves you own the address. You can then withdraw to this verified address. Your coins stay in that wallet.",
  never:
    "Connecting a wallet never needs its seed phrase. Anyone who asks for it wants to steal your coins.",
  list: "Your verified addresses",
  verified: "Verified",
  copyAddress: (name: string) => `Copy the address ${name}`,
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
  nameMissing: `Enter a name of 1 to ${connectionLimits.nameMax} characters.`,
  lock: {
    label: "Only to my verified addresses",
    off: "Withdrawals can go to any address of this network and by any method.",
    none: "Verify an address first. Then you can limit withdrawals to verified addresses.",
    on: `Withdrawals go to your verified addresses only. A new address can be used ${lockLimits.withdrawalHours} hours after you verify it.`,
    ending: (at: string) =>
      `You turned this limit off. It still applies until ${at}. Turn it on again to keep it.`,
    onTitle: "Only Verified Addresses",
    offTitle: "Limit Turned Off",
    offText: (at: string) => `The limit ends at ${at}.`,
  },
  browser: {
    open: "Connect",
    openLabel: "Connect a browser wallet",
    title: "Connect a browser wallet",
    choose:
      "Choose the wallet. It asks you for an address and for a signature of one message, nothing else.",
    none: "No Bitcoin wallet was found in this browser. Install or unlock one and switch it to a test network, or verify an address by hand.",
    again: "Search again",
    waiting: (name: string) => `Confirm in ${name}.`,
    connecting: "Waiting...",
    refused: "You rejected the request in the wallet. Nothing was saved.",
  },
  walletconnect: {
    /** The name is fixed by the requirement. */
    name: "WalletConnect",
    openLabel: "Connect with WalletConnect",
    title: "Connect with WalletConnect",
    notConfigured: "Not configured by this installation.",
    asks: "The site asks for one of your addresses, and for a signature or a payment. You confirm each request in this wallet.",
    making: "Making the code...",
    scan: "Scan the code with the wallet, or open the link there. It asks you for an address and for a signature of one message, nothing else.",
    code: "Code for the wallet to scan",
    copy: "Copy the link",
    newCode: "New code",
    again: "Nothing was saved. Use a new code to try again.",
    noCode: "The code could not be made. Try again, or verify an address by hand.",
    noRelay: (host: string) =>
      `The relay ${host} is not responding. Check your connection, or verify an address by hand.`,
    otherNetwork: (wallet: string, network: string) =>
      `${wallet} returned no address on ${network}, the network of this installation. Switch the wallet to it, or verify an address by hand.`,
    noSignature: (wallet: string) => `${wallet} returned no signature.`,
    done: "Verified",
  },
  ledger: {
    name: "Ledger",
    openLabel: "Connect a Ledger",
    title: "Connect a Ledger",
    ready:
      "Plug in the Ledger, unlock it and open its Bitcoin Test application. It shows an address and one message, and signs nothing else.",
    steps: {
      choose: "Choose the Ledger in the browser's window.",
      address:
        "Confirm the address on the Ledger. It shows the prefix tb1 for every test network. The key is the same.",
      sign: "Confirm the message on the Ledger.",
    },
    choose: "Choose the Ledger",
    index: "Number of the address",
    indexHint: "The first receiving address is 0.",
    indexWrong: (most: number) => `Enter a whole number from 0 to ${most}.`,
    unsupported:
      "This browser cannot access USB devices. Use Chrome or Edge on a computer, or verify the address by hand.",
    load: "This page cannot access USB devices until you reload it. Reload it, then connect.",
    loadAnew: "Reload the page",
    noDevice: "No Ledger was chosen. Plug it in, unlock it and choose it again.",
    locked: "Unlock the Ledger, open its Bitcoin Test application and try again.",
    refused: "You rejected the request on the Ledger. Nothing was saved.",
    closed: "Open the Bitcoin Test application on the Ledger and try again.",
    application: (name: string) =>
      `The Ledger shows ${name === "BOLOS" ? "its menu" : `the application ${name}`}. Open its Bitcoin Test application and try again.`,
    unplugged: "The Ledger was unplugged. Nothing was saved. Plug it in and try again.",
    unknown: (status: string) =>
      `The Ledger did not answer as expected${status}. Close other programs that use it, such as Ledger Live, and try again.`,
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
    messageHint: `Sign it unchanged, with this address. It works once, for ${connectionLimits.challengeMinutes} minutes.`,
    copy: "Copy the message",
    signature: "Signature",
    signatureHint:
      "The base64 text that your wallet shows. Never enter a seed phrase or a private key. We never ask for them.",
    nameField: "Name (optional)",
    nameHint: "A name of your choice, such as Cold wallet.",
    save: "Save address",
    saving: "Checking...",
    again: "Another address",
    cancel: "Cancel",
    savedTitle: "Address Verified",
    savedText: (name: string) => `You can now withdraw to ${name}.`,
    addressMissing: "Enter the address first.",
    signatureMissing: "Paste the signature that your wallet shows.",
  },
} as const;

/** Failures of a browser wallet. */
export const walletFaults = {
  noAddress: "The wallet returned no address.",
  noSignature: "The wallet returned no signature.",
  cannotPay: "The wallet cannot pay.",
} as const;
