/** Texts of verified addresses. */
import { connectionLimits, lockLimits } from "../../../../api/limits.ts";

export const connectTexts = {
  title: "Connected wallets",
  none: "None connected",
  count: (count: number) => (count === 1 ? "1 verified address" : `${count} verified addresses`),
  lead: "Connect a wallet by signing a message that proves you own the address. The address is saved as a verified place to withdraw to. Your coins stay in that wallet.",
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
  browser: {
    open: "Connect",
    openLabel: "Connect a browser wallet",
    title: "Connect a browser wallet",
    choose:
      "Choose the wallet. It asks you for an address and for a signature of one message, nothing else.",
    none: "No Bitcoin wallet was found in this browser. Install or unlock one, on a test network, or verify an address by hand.",
    again: "Look again",
    waiting: (name: string) => `Answer in ${name}.`,
    connecting: "Waiting...",
    refused: "You refused it in the wallet. Nothing was saved.",
  },
  walletconnect: {
    /** Fixed by the requirement. */
    name: "WalletConnect",
    openLabel: "Connect by WalletConnect",
    title: "Connect by WalletConnect",
    notConfigured: "Not configured by this installation.",
    asks: "It asks for an address of yours, and for one signature or one payment that you confirm here.",
    making: "Making the code...",
    scan: "Scan the code with the wallet, or give it the link. It asks you for an address and for a signature of one message, nothing else.",
    code: "Code for the wallet to scan",
    copy: "Copy the link",
    newCode: "New code",
    again: "Nothing was saved. A new code begins again.",
    noCode: "The code could not be made. Try again, or verify an address by hand.",
    noRelay: (host: string) =>
      `The relay ${host} does not answer. Check your connection, or verify an address by hand.`,
    otherNetwork: (wallet: string, network: string) =>
      `${wallet} gave no address of ${network}, the network of this installation. Turn that network on in it, or verify an address by hand.`,
    noSignature: (wallet: string) => `${wallet} gave no signature.`,
    done: "Verified",
  },
  ledger: {
    name: "Ledger",
    openLabel: "Connect a Ledger",
    title: "Connect a Ledger",
    ready:
      "Plug it in, unlock it and open its Bitcoin Test application. It shows an address and one message, and signs nothing else.",
    steps: {
      choose: "Choose the Ledger in the browser's window.",
      address:
        "Confirm the address on the Ledger. It shows the prefix tb1 for every test network; the key is the same.",
      sign: "Confirm the message on the Ledger.",
    },
    choose: "Choose the Ledger",
    index: "Number of the address",
    indexHint: "The first receiving address is 0.",
    indexWrong: (most: number) => `Enter a whole number from 0 to ${most}.`,
    unsupported:
      "This browser does not reach USB devices. Chrome and Edge on a computer do; or verify the address by hand.",
    load: "This page came from another one, which may not reach USB devices. Load it anew, and connect then.",
    loadAnew: "Load the page anew",
    noDevice: "No Ledger was chosen. Plug it in, unlock it and choose it again.",
    locked: "Unlock the Ledger, open its Bitcoin Test application and try again.",
    refused: "You refused it on the Ledger. Nothing was saved.",
    closed: "Open the Bitcoin Test application on the Ledger and try again.",
    application: (name: string) =>
      `The Ledger is in ${name === "BOLOS" ? "its menu" : name}. Open its Bitcoin Test application and try again.`,
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
