/** Texts of /admin/adjustments. */
import { adjustmentLimits, adminLimits } from "../../../api/limits.ts";
import { authorityObstacles } from "../authority/strings.ts";

type Obstacle = "own_account" | "own_proposal" | keyof typeof authorityObstacles;

const DIRECTIONS = {
  add: "Add",
  take: "Take",
  debt: "Write off a debt",
} as const;

export const adjustmentTexts = {
  title: "Adjustments",
  lead: `Nobody edits a balance here. One administrator proposes a correction, another one approves it; then one transfer moves it between the house's treasury and the user. What a user owes for a deposit that the chain took back is written off in the same way. A proposal lapses after ${adjustmentLimits.days} days.`,
  propose: "Propose adjustment",
  table: "Adjustments",
  filter: "Which adjustments",
  filters: { waiting: "Waiting", decided: "Decided" },
  columns: {
    at: "Proposed",
    user: "User",
    amount: "Amount",
    reason: "Reason",
    by: "Proposed by",
    until: "Lapses",
    decision: "Decision",
    state: "State",
  },
  states: {
    proposed: "Waiting",
    approved: "Approved",
    rejected: "Rejected",
    expired: "Lapsed",
  },
  writeOff: "debt written off",
  decidedBy: (who: string) => `by ${who}`,
  of: (amount: string) => `adjustment of ${amount}`,
  obstacles: {
    own_account: "You cannot decide over your own account.",
    own_proposal: "You proposed it. Needs another administrator.",
    ...authorityObstacles,
  } satisfies Readonly<Record<Obstacle, string>>,
  empty: {
    waiting: { title: "Nothing waits", text: "A proposal waits here for another administrator." },
    decided: {
      title: "None decided yet",
      text: "Adjustments that were approved, rejected or lapsed are kept here.",
    },
  },
  still: "Nothing was moved.",
} as const;

export const proposeTexts = {
  title: "Propose adjustment",
  user: "User's e-mail",
  userHint: "The whole address",
  searching: "Looking...",
  notFound: "No user has this address.",
  has: (name: string, btc: string, usd: string) => `${name}: ${btc} BTC and ${usd} USD available`,
  direction: "Direction",
  directions: DIRECTIONS,
  asset: "Currency",
  amount: "Amount",
  needUser: "Enter the address of a user.",
  needAmount: {
    BTC: "Enter an amount above 0 in digits, such as 0.005, with at most 8 decimals.",
    USD: "Enter an amount above 0 in digits, such as 12.50, with at most 2 decimals.",
  },
  reason: "Reason",
  reasonHint:
    "Sent to the user, and stored permanently in the audit log. Do not enter personal data.",
  needReason: `Say why, in at least ${adminLimits.reasonCharacters.min} characters.`,
  debtNote:
    "The treasury bears what is written off; no balance of the user moves. The user's page says what is owed, which is the most.",
  note: "Nothing moves yet. Another administrator, who is not this user, has to approve it.",
  submit: "Propose",
  busy: "Proposing...",
  done: "Proposed",
  doneText: "It waits for another administrator.",
} as const;

export const approveTexts = {
  title: "Approve adjustment",
  sentence: (amount: string, direction: keyof typeof DIRECTIONS, who: string) =>
    ({
      add: `You approve moving ${amount} from the house's treasury to ${who}.`,
      take: `You approve moving ${amount} from ${who} to the house's treasury.`,
      debt: `You approve writing off ${amount} that ${who} owes. The house's treasury bears it.`,
    })[direction],
  reason: "Reason",
  by: "Proposed by",
  once: "It moves at once, and once. The user gets a message with the reason.",
  submit: "Approve",
  busy: "Approving...",
  done: "Approved",
  doneText: "The amount was moved, and the user was told why.",
} as const;

export const rejectTexts = {
  title: "Reject adjustment",
  nothing: "Nothing moves. The proposal stays in the list with your reason.",
  reason: "Why",
  hint: "Stored permanently in the audit log.",
  submit: "Reject",
  busy: "Saving...",
  done: "Not approved",
  doneText: "Nothing was moved.",
} as const;

export const takeBackTexts = {
  ...rejectTexts,
  title: "Take back adjustment",
  submit: "Take back",
} as const;
