/** Texts of /admin/withdrawals. */
import { payoutMethodNames } from "../../../api/payout-accounts.ts";
import { authorityObstacles } from "../authority/strings.ts";

type Obstacle = "own" | "may_be_paid" | "already_approved" | keyof typeof authorityObstacles;

export const queueTexts = {
  title: "Withdrawals",
  lead: (review: string, second: string) =>
    `From ${review} BTC on a withdrawal waits for an administrator, from ${second} BTC on for two different ones; what its user asked for in the 24 hours before counts with it. Withdrawals of users who are disabled or in debt wait too. The coins are held until then.`,
  table: "Withdrawals",
  filter: "Which withdrawals",
  filters: { waiting: "Waiting", reviewed: "Reviewed", all: "All" },
  columns: {
    age: "Asked",
    amount: "Amount, BTC",
    to: "To",
    user: "User",
    known: "What is known",
    state: "State",
    actions: "Decision",
  },
  methods: payoutMethodNames,
  simulator: "simulator",
  address: "address",
  verified: "Verified",
  notVerified: "Not verified",
  count: (given: number, required: number) => `${given} of ${required}`,
  nobodyYet: "nobody yet",
  nobody: "nobody",
  approvedBy: "Approved by",
  factor: (isOn: boolean) => `Two-factor ${isOn ? "on" : "off"}`,
  earlier: (count: number) => (count === 0 ? "first withdrawal" : `${count} earlier`),
  newAddress: "New address",
  knownAddress: "Known address",
  fee: (fee: string) => `fee ${fee}`,
  together: (sum: string) => `together ${sum} BTC in 24 hours`,
  heldBack: {
    debt: "Stopped: a deposit of its owner was taken back and is owed. Approve it once the debt is repaid.",
    disabled: "Stopped: the account was disabled. Approve it once the account is open again.",
    own_spend:
      "Stopped: a payment of our own keys that these tables do not know spent its coins. It may be paid already.",
  },
  of: (amount: string) => `withdrawal of ${amount} BTC`,
  obstacles: {
    own: "You cannot approve your own withdrawal.",
    may_be_paid: "It was signed once. Reject it only when its address was not paid.",
    already_approved: "You approved it. Needs another administrator.",
    ...authorityObstacles,
  } satisfies Readonly<Record<Obstacle, string>>,
  needsAnother: "Needs another administrator after you.",
  empty: {
    waiting: {
      title: "Nothing waits",
      text: "A large withdrawal appears here as soon as somebody asks for it.",
    },
    reviewed: {
      title: "None reviewed yet",
      text: "Withdrawals that administrators approved or rejected are kept here.",
    },
    all: { title: "No withdrawals yet", text: "Every withdrawal of every user appears here." },
  },
  still: "Nothing was decided; what waits keeps waiting.",
} as const;

export const approveTexts = {
  title: "Approve withdrawal",
  sentence: (amount: string, to: string, fee: string, arrives: string) =>
    `You approve sending ${amount} BTC to ${to}. The fee is ${fee} BTC, so ${arrives} BTC arrive.`,
  account: (method: string) => `the test account of ${method} (simulator)`,
  together: "In 24 hours",
  bound: "Your approval is for exactly this address, amount and fee. A change of any voids it.",
  first: "It also needs another administrator; nothing is sent before that.",
  last: "It is the last approval needed: after it the withdrawal goes out. The user can cancel until it is signed.",
  address: "Address",
  proof: "Proved by its owner",
  verified: "Yes, by a signed message",
  notVerified: "No",
  amount: "Amount",
  fee: "Fee",
  arrives: "Arrives",
  user: "User",
  submit: "Approve",
  busy: "Approving...",
  done: "Approved",
  released: "The withdrawal goes out.",
  waits: "It needs another administrator now.",
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
  doneText: "The coins are back in the user's balance, and the user was told why.",
} as const;
