/** Texts that explain why a withdrawal was stopped before it was sent. Pure. */

/**
 * `own_spend`: a payment that was signed with the wallet's keys but is missing from the database
 * spent the withdrawal's coins.
 */
export type HeldBackFor = "debt" | "disabled" | "own_spend";

/** Reasons to stop a withdrawal before it is signed. */
export type StopReason = Exclude<HeldBackFor, "own_spend">;

/** Explanations that only the owner sees. */
export const heldBackWords: Readonly<Record<HeldBackFor, string>> = {
  debt: "A chain reorganisation reversed a deposit that you had already spent. This withdrawal was therefore stopped before it was signed. When the debt is repaid, it needs the approval of an administrator. You can still cancel it: the returned money repays the debt first.",
  disabled:
    "The account was disabled, so this withdrawal was stopped before it was sent. When the account is enabled again, it needs the approval of an administrator. You can still cancel it.",
  own_spend:
    "The coins of this withdrawal were spent by another payment of the platform, which may already have paid it. An administrator will check this before the withdrawal is sent again or returned.",
};

/** Clauses for the message to the owner, each used after the word "because". */
export const heldBackMessageWords: Readonly<Record<StopReason, string>> = {
  debt: "a chain reorganisation reversed a deposit that was already spent",
  disabled: "the account was disabled",
};
