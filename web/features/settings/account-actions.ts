/** Texts for administrators' actions on an account, as shown to its owner. */
export const accountActionsTexts = {
  title: "Actions on your account",
  foot: "From the audit log, which administrators can read but nobody can edit. Views of your account are also recorded.",
  columns: { time: "Time", what: "Action", who: "By", reason: "Reason" },
  administrator: "An administrator",
  operator: "The operator",
  you: "You",
  emptyTitle: "No actions yet",
  emptyText: "Administrators' actions on your account appear here, with the reason.",
  older: "Show older actions",
} as const;

/**
 * Labels of actions. The deletion of the account is not included, because its owner can no longer
 * see it.
 */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  "user.first_administrator": "Made the first administrator",
  "user.add": "Opened the account",
  "user.view": "Viewed the account",
  "user.change": "Changed the account",
  "user.confirm_role": "Confirmed your administrator role",
  "user.remove_factor": "Removed your authenticator",
  "user.approve_reset": "Created a password reset link",
  "user.reject_reset": "Closed your request for a new password",
  "user.make_key": "Created an API key",
  "user.revoke_key": "Revoked an API key",
  "user.email": "Sent you a message",
  "support.answer": "Answered your support ticket",
  "withdrawal.approve": "Approved a withdrawal",
  "withdrawal.reject": "Rejected a withdrawal",
  "withdrawal.bump": "Raised a withdrawal's fee, paid by the operator",
  "withdrawal.child": "Sped up a payment with CPFP, paid by the operator",
  "withdrawal.give_up": "Gave up a withdrawal that was not mined",
  "adjustment.propose": "Proposed a balance adjustment",
  "adjustment.approve": "Approved a balance adjustment",
  "adjustment.reject": "Rejected a balance adjustment",
};

/**
 * Returns the label of an action. Unknown actions are shown by their name: `withdrawal.approve`
 * becomes `Withdrawal approve`.
 */
export function actionWords(action: string): string {
  const words = ACTION_WORDS[action] ?? action.replaceAll(/[._-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns a label for the actor. The operator must have appointed the first administrator, because
 * no other administrator existed.
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
