/** Texts of the withdraw page. The requirement fixes the titles and texts of the notices. */
import {
  payoutMethodNames,
  payoutStepSeconds,
  testAccountSources,
  type SimulatedMethod,
} from "../../../../api/payout-accounts.ts";
import { stepUpLimits } from "../../../../api/limits.ts";
import { spanText } from "../../../ui/time/time-text.ts";

export const withdrawTexts = {
  title: "Withdraw",
  promise: "Processed within 24 hours after approval.",
  measured: (seconds: number | null) =>
    seconds === null ? "Not measured yet." : `Measured here: ${spanText(seconds)} (median).`,
  steps: ["Details", "Review", "Sent"],
  details: "Details",
  method: "Method",
  methodNames: payoutMethodNames,
  simulator: "Simulator",
  simulatorTag: "simulated",
  simulatorNote: (method: SimulatedMethod) =>
    `${payoutMethodNames[method]} is simulated: no real money moves and no account is contacted. We filled in the public test account of ${testAccountSources[method]}. Real account details are refused.`,
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
  simulatedPace: `About ${spanText(payoutStepSeconds * 3)} according to the posted times.`,
  simulatedMeasured: (seconds: number | null) =>
    seconds === null ? "" : `Simulators: ${spanText(seconds)}.`,
  amount: "Amount in BTC",
  limits: (min: string, max: string) => `limits ${min} to ${max}`,
  least: (min: string) => `at least ${min}`,
  maxLabel: "Max: withdraw the most possible",
  address: "Wallet address",
  verified: "Your verified addresses",
  verifiedUnread: "Your verified addresses could not be loaded.",
  onlyVerified: (count: number | undefined) =>
    count === 0
      ? "Your withdrawals go to verified addresses only, and your list is empty."
      : "Your withdrawals go to your verified addresses only.",
  onlyVerifiedChange: "Change this on the Wallet page",
  verifiedOwn: (name: string) => `Verified as yours: ${name}`,
  review: "Review",
  toReview: "Review withdrawal",
  toReviewHint: (codeFrom: "mail" | "authenticator" | "passkey") =>
    codeFrom === "mail"
      ? `Nothing is sent yet. Next you check the total and enter your code. We ask for your password first if your last login is more than ${stepUpLimits.minutes} minutes ago.`
      : codeFrom === "passkey"
        ? "Nothing is sent yet. Next you check the total, and your device asks for your passkey."
        : "Nothing is sent yet. Next you check the total and enter your code.",
  arrives: "Arrives",
  send: "You send",
  fee: "Network fee, about",
  feeSplit: (minerBtc: string | null) =>
    minerBtc === null
      ? "The miner gets part of the fee. The operator keeps the rest."
      : `About ${minerBtc} BTC of the fee go to the miner. The operator keeps the rest.`,
  feeKept: "No transaction is sent. The operator keeps the whole fee.",
  market: (btc: string) =>
    `Miners now ask for more than the usual fee. ${btc} BTC of this fee cover the difference.`,
  worth: (rate: string) => `Value at ${rate} USD/BTC`,
  to: "To",
  left: "Left in your wallet",
  reviewed: (administrators: 1 | 2, from: string, together: string | null) =>
    `${administrators === 2 ? "Two administrators" : "An administrator"} must approve withdrawals of ${from} BTC or more.${together === null ? "" : ` With this one, your requests of the last 24 hours total ${together} BTC.`} Until then the coins are held, and you can cancel.`,
  codeLabel: "Security code",
  codePlaceholder: "6-digit code",
  codeTo: (place: string) => `sent to ${place}`,
  codeSend: "Send code",
  codeAgain: "Send again",
  codeSending: "Sending...",
  codeHint: (minutes: number) => `A code works once, for ${minutes} minutes.`,
  codeOfApp: "Enter the code of your authenticator app. A code works once. No message is sent.",
  passkey: "Your device asks for your passkey when you click the button. No message is sent.",
  codeInstead: "Use the authenticator app",
  codeMailbox: "Read it in your practice mailbox",
  codeMailed: "See the delivery state in the mailbox",
  codeSentTitle: "Code Sent",
  codeSentText: (place: string) => `The security code is on its way to ${place}.`,
  back: "Back",
  submit: (amount: string) => `Withdraw ${amount} BTC`,
  submitting: "Withdrawing...",
  initiatedTitle: (method: string) => `Withdrawal via ${method} Initiated`,
  initiatedText: (id: string) => `ID ${id.slice(0, 12)}... Opening the tracker.`,
  emptyTitle: "Nothing to withdraw yet",
  emptyText:
    "Your wallet is empty. Test coins from the faucet or a deposit are available after 6 confirmations.",
  emptyAction: "Get test coins",
  closedTitle: "Withdrawals are closed.",
  lockedTitle: (until: string) => `Withdrawals are locked until ${until}.`,
  lockedText:
    "The password, e-mail address or second factor of this account was changed. If it was not you, write to support.",
  recent: "Your withdrawals",
  columns: { time: "Time", transaction: "Transaction", state: "State", arrives: "Arrives" },
  older: "Older withdrawals",
  recentEmpty: "Withdrawals you make appear here with their state and transaction.",
  owed: "A reorganisation undid a deposit that you had already spent. You can withdraw again once the missing amount is covered.",
  sendBack: {
    title: "You send back",
    text: "The coins go to the verified address that they came from. The fee is deducted from the amount. You can still change everything.",
    refused:
      "This deposit cannot be sent back: it is not credited, or its sender address is not verified.",
  },
} as const;

export const addressTexts = {
  mainNetwork: (network: string) => `This is a main network address. We send on ${network} only.`,
  otherNetwork: (network: string, prefix: string) =>
    `This address is on another network. We send on ${network}: ${prefix}1...`,
  unknown: (network: string, prefix: string) =>
    `Enter a ${network} address. They start with ${prefix}1.`,
  mixedCase: "This address mixes capital and small letters.",
  damaged: (network: string) =>
    `This ${network} address is incomplete: a character is missing or wrong.`,
  unchecked: (network: string) => `Looks like a ${network} address. The server checks it.`,
  valid: (network: string, kind: string) => `Valid ${network} address, ${kind}`,
  kinds: { nativeSegwit: "native SegWit", taproot: "Taproot", segwit: "SegWit" },
  missing: (network: string) => `Enter the ${network} address that receives the coins.`,
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
    text: `The maximum for a withdrawal is ${max} BTC.`,
  }),
  overDailyLimit: (daily: string, left: string) => ({
    title: "Daily Limit Reached",
    text: `You can withdraw ${daily} BTC this way in 24 hours. You have ${left} BTC left now.`,
  }),
  insufficient: {
    title: "Insufficient Funds",
    text: "You do not have enough BTC to withdraw that amount.",
  },
  invalidAddress: (text: string) => ({ title: "Invalid Address", text }),
  testValuesOnly: (text: string) => ({ title: "Test Values Only", text }),
  notVerified: {
    title: "Address Not Verified",
    text: "Your withdrawals go to your verified addresses only, and by no other method.",
  },
  missingCode: {
    title: "Security Verification Required",
    text: "Please enter the verification code sent to your email/phone.",
  },
} as const;
