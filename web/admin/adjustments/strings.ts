/** UI strings for /admin/adjustments. */
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
  lead: `Balances cannot be edited. One administrator proposes a correction, and another approves it. Then one transfer moves the amount between the treasury and the user. Debts from reversed deposits are written off in the same way. Proposals expire after ${adjustmentLimits.days} days.`,
  propose: "Propose adjustment",
  table: "Adjustments",
  filter: "Filter adjustments",
  filters: { waiting: "Waiting", decided: "Decided" },
  columns: {
    at: "Proposed",
    user: "User",
    amount: "Amount",
    reason: "Reason",
    by: "Proposed by",
    until: "Expires",
    decision: "Decision",
    state: "State",
  },
  states: {
    proposed: "Waiting",
    approved: "Approved",
    rejected: "Rejected",
    expired: "Expired",
  },
  writeOff: "debt written off",
  decidedBy: (who: string) => `by ${who}`,
  of: (amount: string) => `adjustment of ${amount}`,
  obstacles: {
    own_account: "You cannot decide about your own account.",
    own_proposal: "You proposed this adjustment. Another administrator must decide.",
    ...authorityObstacles,
  } satisfies Readonly<Record<Obstacle, string>>,
  empty: {
    waiting: {
      title: "No proposals",
      text: "Proposals that wait for another administrator appear here.",
    },
    decided: {
      title: "None decided yet",
      text: "Approved, rejected and expired adjustments appear here.",
    },
  },
  still: "No money was moved.",
} as const;

export const proposeTexts = {
  title: "Propose adjustment",
  user: "User's e-mail",
  userHint: "The complete address",
  searching: "Searching...",
  notFound: "No user has this address.",
  has: (name: string, btc: string, usd: string) => `${name}: ${btc} BTC and ${usd} USD available`,
  direction: "Direction",
  directions: DIRECTIONS,
  asset: "Currency",
  amount: "Amount",
  needUser: "Enter a user's address.",
  needAmount: {
    BTC: "Enter an amount above 0 in digits, such as 0.005, with at most 8 decimals.",
    USD: "Enter an amount above 0 in digits, such as 12.50, with at most 2 decimals.",
  },
  reason: "Reason",
  reasonHint:
    "Sent to the user, and stored permanently in the audit log. Do not enter personal data.",
  needReason: `Enter a reason of at least ${adminLimits.reasonCharacters.min} characters.`,
  debtNote:
    "The treasury bears the write-off, and the user's balance does not change. The debt on the user's page is the maximum.",
  note: "No money moves yet. Another administrator, who is not this user, must approve the adjustment.",
  submit: "Propose",
  busy: "Proposing...",
  done: "Proposed",
  doneText: "Another administrator must now approve the adjustment.",
} as const;

export const approveTexts = {
  title: "Approve adjustment",
  sentence: (amount: string, direction: keyof typeof DIRECTIONS, who: string) =>
    ({
      add: `You are approving a transfer of ${amount} from the treasury to ${who}.`,
      take: `You are approving a transfer of ${amount} from ${who} to the treasury.`,
      debt: `You are approving a write-off of ${amount} that ${who} owes. The treasury bears the loss.`,
    })[direction],
  reason: "Reason",
  by: "Proposed by",
  once: "The amount moves immediately. The user gets a message with the reason.",
  submit: "Approve",
  busy: "Approving...",
  done: "Approved",
  doneText: "The amount was moved, and the user was told the reason.",
} as const;

export const rejectTexts = {
  title: "Reject adjustment",
  nothing: "No money moves. The proposal stays in the list with your reason.",
  reason: "Reason",
  hint: "Stored permanently in the audit log.",
  submit: "Reject",
  busy: "Saving...",
  done: "Rejected",
  doneText: "No money was moved.",
} as const;

export const takeBackTexts = {
  ...rejectTexts,
  title: "Retract adjustment",
  submit: "Retract",
  done: "Retracted",
} as const;
