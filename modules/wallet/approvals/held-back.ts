/** Texts that explain why a withdrawal was stopped before it was sent. Pure. */

/**
 * `own_spend`: its coins were spent by a payment that was signed with our keys but is not in the
 * tables.
 */
export type HeldBackFor = "debt" | "disabled" | "own_spend";

/** The reasons that stop a withdrawal before it is signed. */
export type StopReason = Exclude<HeldBackFor, "own_spend">;

/** Only the owner sees these. */
export const heldBackWords: Readonly<Record<HeldBackFor, string>> = {
  debt: "A chain reorganisation took back a deposit of yours that was already spent, so this withdrawal was stopped before it was signed. Once nothing is owed any more, it needs the approval of an administrator. You can still cancel it: what comes back repays the debt first.",
  disabled:
    "The account was disabled, so this withdrawal was stopped before it was sent. Once the account is open again, it needs the approval of an administrator. You can still cancel it.",
  own_spend:
    "Its coins were spent by another payment of this installation, which may have paid it already. An administrator looks at it before anything is sent again or comes back.",
};

/** Used in the message, after "because". */
export const heldBackMessageWords: Readonly<Record<StopReason, string>> = {
  debt: "a chain reorganisation took back a deposit that was already spent",
  disabled: "the account was disabled",
};
