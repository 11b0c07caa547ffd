/** Texts for administrators' actions on an account, shown to its owner. */
export const accountActionsTexts = {
  title: "Actions on your account",
  foot: "From the audit log, which administrators can read and nobody can edit. Whoever looks at your account is in it, too.",
  columns: { time: "Time", what: "What", who: "Who", reason: "Reason" },
  administrator: "An administrator",
  operator: "The operator",
  you: "You",
  emptyTitle: "Nothing so far",
  emptyText: "What an administrator does to your account appears here, with the reason.",
  older: "Show older ones",
} as const;

/** Actions that the owner can still see. The deletion of the account is not among them. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  "user.first_administrator": "Made the first administrator",
  "user.add": "Opened the account",
  "user.view": "Looked at the account",
  "user.change": "Changed the account",
  "user.confirm_role": "Confirmed your role of administrator",
  "user.remove_factor": "Removed your authenticator",
  "user.approve_reset": "Made a link for a new password",
  "user.reject_reset": "Closed your request for a new password",
  "user.make_key": "Made a key for a program",
  "user.revoke_key": "Revoked a key for a program",
  "user.email": "Wrote you a message",
  "support.answer": "Answered you",
  "withdrawal.approve": "Approved a withdrawal",
  "withdrawal.reject": "Rejected a withdrawal",
  "withdrawal.bump": "Raised a withdrawal's fee, at the house's cost",
  "withdrawal.child": "Brought a payment in by a child, at the house's cost",
  "withdrawal.give_up": "Gave up a withdrawal that no miner took",
  "adjustment.propose": "Proposed an adjustment of your balance",
  "adjustment.approve": "Approved an adjustment of your balance",
  "adjustment.reject": "Rejected an adjustment of your balance",
};

/**
 * Label of an action. Unknown actions are shown by their name: `withdrawal.approve` as `Withdrawal
 * approve`.
 */
export function actionWords(action: string): string {
  const words = ACTION_WORDS[action] ?? action.replaceAll(/[._-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The first administrator can only have been appointed by the operator, because no other
 * administrator existed.
 */
export function actorWords({
  isOwn,
  action,
}: {
  readonly isOwn: boolean;
  readonly action: string;
}) {
  const { you, operator, administrator } = accountActionsTexts;
  if (isOwn) return you;
  return action === "user.first_administrator" ? operator : administrator;
}
