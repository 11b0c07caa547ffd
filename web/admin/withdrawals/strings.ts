/** UI strings for /admin/withdrawals. */
import { payoutMethodNames } from "../../../api/payout-accounts.ts";
import { authorityObstacles } from "../authority/strings.ts";

type Obstacle = "own" | "may_be_paid" | "already_approved" | keyof typeof authorityObstacles;

export const queueTexts = {
  title: "Withdrawals",
  lead: (review: string, second: string) =>
    `Withdrawals of ${review} BTC or more need one administrator, those of ${second} BTC or more need two. The user's requests of the last 24 hours are added up. Withdrawals of disabled users and users in debt also wait. The coins are held until a decision.`,
  table: "Withdrawals",
  filter: "Filter withdrawals",
  filters: { waiting: "Waiting", reviewed: "Reviewed", all: "All" },
  columns: {
    age: "Requested",
    amount: "Amount, BTC",
    to: "To",
    user: "User",
    known: "Details",
    state: "State",
    actions: "Decision",
  },
  methods: payoutMethodNames,
  simulator: "simulator",
  address: "address",
  verified: "Verified",
  notVerified: "Not verified",
  count: (given: number, required: number) => `${given} of ${required}`,
  nobodyYet: "none yet",
  nobody: "none",
  approvedBy: "Approvals:",
  factor: (isOn: boolean) => `Two-factor ${isOn ? "on" : "off"}`,
  earlier: (count: number) => (count === 0 ? "first withdrawal" : `${count} earlier`),
  newAddress: "New address",
  knownAddress: "Known address",
  fee: (fee: string) => `fee ${fee}`,
  together: (sum: string) => `${sum} BTC in total in 24 hours`,
  heldBack: {
    debt: "Stopped: the user owes a reversed deposit. Approve once the debt is repaid.",
    disabled: "Stopped: the account was disabled. Approve once the account is enabled again.",
    own_spend:
      "Stopped: a payment that is missing from the books spent the coins of this withdrawal. It was signed with the platform's keys, so the withdrawal may already be paid.",
  },
  of: (amount: string) => `withdrawal of ${amount} BTC`,
  obstacles: {
    own: "You cannot approve your own withdrawal.",
    may_be_paid: "This withdrawal was signed before. Reject it only if its address was not paid.",
    already_approved: "You approved this withdrawal. Another administrator must also approve it.",
    ...authorityObstacles,
  } satisfies Readonly<Record<Obstacle, string>>,
  needsAnother: "Also needs approval by another administrator.",
  empty: {
    waiting: {
      title: "No withdrawals waiting",
      text: "Large withdrawals appear here when users request them.",
    },
    reviewed: {
      title: "None reviewed yet",
      text: "Withdrawals that administrators approved or rejected appear here.",
    },
    all: { title: "No withdrawals yet", text: "Withdrawals of all users appear here." },
  },
  still: "No decision was made. Waiting withdrawals keep waiting.",
} as const;

export const approveTexts = {
  title: "Approve withdrawal",
  sentence: (amount: string, to: string, fee: string, arrives: string) =>
    `You are approving a payment of ${amount} BTC to ${to}. The fee is ${fee} BTC, so ${arrives} BTC arrive.`,
  account: (method: string) => `the test account of ${method} (simulator)`,
  together: "Total in 24 hours",
  bound: "Your approval applies to exactly this address, amount and fee. Any change voids it.",
  first: "Another administrator must also approve before anything is sent.",
  last: "This is the last approval needed, so the withdrawal will be sent. The user can cancel until it is signed.",
  address: "Address",
  proof: "Verified address",
  verified: "Yes, with a signed message",
  notVerified: "No",
  amount: "Amount",
  fee: "Fee",
  arrives: "Arrives",
  user: "User",
  submit: "Approve",
  busy: "Approving...",
  done: "Approved",
  released: "The withdrawal is being sent.",
  waits: "Another administrator must also approve the withdrawal.",
} as const;

export const rejectTexts = {
  title: "Reject withdrawal",
  text: (amount: string) =>
    `${amount} BTC go back to the user's balance at once. This cannot be undone.`,
  reason: "Reason",
  hint: "Sent to the user, and stored permanently in the audit log.",
  submit: "Reject",
  busy: "Rejecting...",
  done: "Rejected",
  doneText: "The coins are back in the user's balance, and the user was told the reason.",
} as const;
