/** Texts of wallet, deposit, withdraw, tracker and transaction pages. Titles and texts of the notices are fixed by the requirement. */
import {
  payoutMethodNames,
  payoutStepSeconds,
  testAccountSources,
  type SimulatedMethod,
} from "../../api-schema/payout-accounts.ts";
import { stepUpLimits } from "../../api-schema/limits.ts";
import { spanText } from "../time/time-text.ts";

export const depositTexts = {
  title: "Deposit",
  lead: (required: number) =>
    `A fresh address of this floor's own wallet. Credited after ${required} confirmations.`,
  addressTitle: "Your Bitcoin deposit address",
  addressLabel: "Address, native SegWit",
  copy: "Copy address",
  copiedTitle: "Copied to Clipboard",
  copiedText: "The Bitcoin deposit address has been copied.",
  renew: "New address",
  renewing: "Making one...",
  stay: "Earlier addresses stay valid.",
  qr: "QR code of the deposit address",
  onlyTest: (network: string) => `Only test coins of ${network}.`,
  warning: (prefix: string) =>
    `Anything else sent here cannot arrive. Real addresses of the main network start with bc1; this one starts with ${prefix}1.`,
  faucet: "Get test coins from the faucet",
  faucetBusy: "Sending coins...",
  faucetSentTitle: "Test Coins Sent",
  faucetSentText: (amount: string) => `${amount} BTC are on the way to your address.`,
  faucetLimit: "a day from the faucet, still free today",
  faucetUsed: (when: string) => `Today's allowance is used. It is full again ${when}.`,
  incoming: "Incoming",
  emptyTitle: "No deposits yet",
  emptyText:
    "A payment to your address appears here as soon as the node sees it, block by block until it is credited.",
  inMempool: "in the mempool",
  confirmations: "confirmations",
  credited: "Credited",
  dropped: "Dropped",
  droppedText: "It left the mempool without a block and was never credited.",
  reversed: "Taken back",
  reversedText:
    "A reorganisation of the chain removed its block. A counter-entry took the credit back.",
  fromFaucet: "from the faucet",
} as const;

export const withdrawTexts = {
  title: "Withdraw",
  promise: "Processed within 24 hours after approval.",
  measured: (seconds: number | null) =>
    seconds === null ? "None measured yet here." : `Measured here: ${spanText(seconds)} (median).`,
  steps: ["Details", "Review", "Sent"],
  details: "Details",
  method: "Method",
  methodNames: payoutMethodNames,
  simulator: "Simulator",
  simulatorTag: "simulated",
  simulatorNote: (method: SimulatedMethod) =>
    `${payoutMethodNames[method]} is simulated: no real money moves and no account is contacted. Filled in is the test account that ${testAccountSources[method]} publishes; anything else is refused, so that nobody types a real one.`,
  fields: {
    accountHolder: "Account holder",
    accountNumber: "Account number",
    routingNumber: "Routing number",
    paypalEmail: "PayPal email",
    cashtag: "Cashtag",
  },
  restore: "Restore the test values",
  testAccount: "test account",
  paid: "Paid out (simulated)",
  simulatedPace: `About ${spanText(payoutStepSeconds * 3)} by the posted times.`,
  simulatedMeasured: (seconds: number | null) =>
    seconds === null ? "" : `Simulators: ${spanText(seconds)}.`,
  amount: "Amount in BTC",
  limits: (min: string, max: string) => `limits ${min} to ${max}`,
  least: (min: string) => `at least ${min}`,
  maxLabel: "Max: withdraw the most possible",
  address: "Wallet address",
  review: "Review",
  toReview: "Review withdrawal",
  toReviewHint: "Nothing is sent yet. You see the sum and enter your code next.",
  arrives: "Arrives",
  send: "You send",
  fee: "Network fee, about",
  worth: (rate: string) => `Worth at ${rate} USD`,
  to: "To",
  left: "Left in your wallet",
  reviewed: (administrators: 1 | 2, from: string, together: string | null) =>
    `From ${from} BTC on a withdrawal waits for the approval of ${administrators === 2 ? "two administrators" : "an administrator"}${together === null ? "" : `, also together with what you asked for in the last 24 hours: with this one ${together} BTC`}. The coins are held meanwhile, and you can cancel while it waits.`,
  codeLabel: "Security code",
  codePlaceholder: "6-digit code",
  codeTo: (place: string) => `sent to ${place}`,
  codeSend: "Send code",
  codeAgain: "Send again",
  codeSending: "Sending...",
  codeHint: (minutes: number) =>
    `A code works once, for ${minutes} minutes. If your last login is more than ${stepUpLimits.minutes} minutes ago, your password is asked for as well.`,
  codeOfApp: "Enter the code of your authenticator app. A code works once; no letter is sent.",
  codeMailbox: "Read it in your practice mailbox",
  codeMailed: "The mailbox tells what became of it",
  codeSentTitle: "Code Sent",
  codeSentText: (place: string) => `The security code is on its way to ${place}.`,
  back: "Back",
  submit: (amount: string) => `Withdraw ${amount} BTC`,
  submitting: "Withdrawing...",
  initiatedTitle: (method: string) => `Withdrawal via ${method} Initiated`,
  initiatedText: (id: string) => `ID ${id.slice(0, 12)}... Opening the tracker.`,
  emptyTitle: "Nothing to withdraw yet",
  emptyText:
    "Your wallet is empty. Test coins from the faucet or a deposit appear in it after 6 confirmations.",
  emptyAction: "Get test coins",
  closedTitle: "Withdrawals are closed.",
  lockedTitle: (until: string) => `Withdrawals are locked until ${until}.`,
  lockedText:
    "The password, e-mail address or second factor of this account was changed. If it was not you, write to support.",
  recent: "Your withdrawals",
  recentEmpty: "Withdrawals you make appear here with their state and transaction.",
  owed: "A reorganisation took back a deposit that was already spent. Until it is covered, money cannot leave.",
} as const;

export const refusals = {
  invalidAmount: {
    title: "Invalid Amount",
    text: "Please enter a valid amount to withdraw.",
  },
  belowFee: {
    title: "Invalid Amount",
    text: "The amount must be more than the network fee.",
  },
  belowMinimum: (min: string) => ({
    title: "Invalid Amount",
    text: `The minimum for a withdrawal is ${min} BTC.`,
  }),
  aboveLimit: (max: string) => ({
    title: "Invalid Amount",
    text: `The most at a time is ${max} BTC.`,
  }),
  overDailyLimit: (daily: string, left: string) => ({
    title: "Daily Limit Reached",
    text: `${daily} BTC can leave this way in 24 hours. ${left} BTC are left for you now.`,
  }),
  insufficient: {
    title: "Insufficient Funds",
    text: "You do not have enough BTC to withdraw that amount.",
  },
  invalidAddress: (text: string) => ({ title: "Invalid Address", text }),
  testValuesOnly: (text: string) => ({ title: "Test Values Only", text }),
  missingCode: {
    title: "Security Verification Required",
    text: "Please enter the verification code sent to your email/phone.",
  },
} as const;

export const trackerTexts = {
  title: "Track Transaction",
  lead: "By transaction ID or by the id of a withdrawal.",
  field: "TXID",
  placeholder: "64 hexadecimal digits, or wdr_...",
  submit: "Track",
  steps: ["Processing", "In Transit", "Confirming", "Completed"],
  confirming: (count: number, required: number) => `Confirming (${count}/${required})`,
  progress: "Progress",
  demoTag: "Demo",
  demoNote: "A played example on a timer, one step each 3 seconds. No coins move.",
  explorer: "View in block explorer",
  eta: (seconds: number) => `About ${spanText(seconds)} to go`,
  stateTexts: {
    processing: "It is approved, reserved and signed here, and gets a TXID once it is signed.",
    in_transit: "In the mempool of the node, waiting for a block.",
    confirming: "In a block. Each further block makes it harder to undo.",
    completed: "Six blocks deep. It counts as final here.",
    replaced: "Another transaction spends the same coins and took its place.",
    reorged:
      "The chain was reorganised and the block that held it is no longer part of it. It is waiting for a block again; nothing is lost by that.",
    rejected: "It was not sent. What was reserved is back in the wallet.",
  },
  simulated: {
    tag: "Simulator",
    steps: {
      requested: "Requested",
      processing: "Processing",
      sent: "Sent",
      completed: "Completed",
    },
    note: (method: SimulatedMethod) =>
      `${payoutMethodNames[method]} is a simulator: there is no transaction and no real payment. The steps follow posted times.`,
    cancelled: "Cancelled",
    rejected: "Rejected",
    inReview: "Waiting for approval",
    texts: {
      in_review:
        "It needs approval: alone, or with what was asked for in 24 hours, it is large. It can still be cancelled.",
      requested: "Written down and the coins held. It can still be cancelled.",
      processing: "Being prepared. It can no longer be cancelled.",
      sent: "On its way to the test account.",
      completed: "Paid to the test account. The house bought the coins at the rate of the request.",
      cancelled: "It was cancelled. The coins are back in the wallet.",
      rejected: "It was not approved. The coins are back in the wallet.",
    },
    coins: "Coins bought by the house",
    paid: "Paid out (simulated)",
    to: "To",
    account: (method: SimulatedMethod) => `${payoutMethodNames[method]} test account`,
    pending: "not yet",
  },
  replacedBy: "Replaced by",
  notFoundTitle: "Not found",
  notFoundText:
    "Neither this floor nor its node knows this ID. Check for a missing character. A transaction that was just sent can take some seconds; this page keeps looking.",
  emptyTitle: "No TXID given",
} as const;

export const transactionTexts = {
  title: "Transaction",
  lead: "As the node of this installation sees it.",
  notMined: "Not in a block yet",
  inputs: "Inputs",
  outputs: "Outputs",
  coinbase: "New coins (coinbase)",
  dataOnly: "No address (script only)",
  facts: "Facts",
  track: "Open in the tracker",
} as const;

export const walletTexts = {
  title: "Wallet",
  lead: "What you own here, what is on its way, and what is set aside.",
  integrated: "Integrated wallet",
  available: "Available",
  pending: "Pending",
  reserved: "Reserved",
  doors: "Wallet actions",
  deposit: "Deposit",
  withdraw: "Withdraw",
  history: "History",
  phrase: "Backup Phrase",
  phraseTitle: "Security Warning",
  phraseText:
    "A real app would never show your phrase here. This is for demo only. Never share your seed phrase!",
  heldTitle: "Reserved for",
  heldNothing: "Nothing is reserved now.",
  heldSum: "Reserved in total",
  heldReasons: {
    withdrawal_hold: "Withdrawals under way",
    earn_principal_hold: "Stakes and investments",
    forex_margin_hold: "Forex margin",
  } as Readonly<Record<string, string>>,
  wordsTitle: "What the words mean",
  words: [
    ["Available", "Yours to spend, stake or withdraw now."],
    ["Pending", "On its way to you. It counts once six blocks stand on it."],
    [
      "Reserved",
      "Yours, but set aside for something that is not finished. It leaves or comes back with it.",
    ],
  ],
  latest: "Latest entries",
  all: "Full history",
  emptyTitle: "Nothing has moved yet",
  emptyText: "Deposits, purchases, payouts and withdrawals appear here, each with its cause.",
  emptyAction: "Get test coins",
  connected: "Connected wallets",
  noneConnected: "None connected",
  connectedLead:
    "A wallet of your own will be connected here by proof: it signs a message that its address is yours (BIP-322), and the address is saved as a verified place to withdraw to. Your coins stay in that wallet. Connecting is not part of this version, so no wallet is connected and there is nothing to press.",
  providers: [
    {
      name: "WalletConnect",
      description: "A mobile wallet, over the wallet-connection protocol, by scanning a code.",
    },
    {
      name: "Browser wallet",
      description: "A Bitcoin wallet extension in this browser, on a test network.",
    },
    { name: "Ledger", description: "A hardware wallet at the USB port. Keys never leave it." },
  ],
  never: "No wallet is ever connected by its seed phrase. Whoever asks for one wants to steal it.",
} as const;
