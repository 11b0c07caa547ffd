/** Texts shared by all administrator decisions. */
import { adminLimits } from "../../../api/limits.ts";

export const decisionTexts = {
  more: "Show more",
  end: "End of list.",
  approve: "Approve",
  reject: "Reject",
  takeBack: "Take back",
  gone: "deleted user",
  noAddress: "no address",
  hash: "Approval hash",
  needReason: `Enter a reason of 1 to ${adminLimits.reasonCharacters.max} characters.`,
} as const;

/**
 * Returns the user's address, or a label. Null means a deleted user, empty a user without an
 * address.
 */
export function addressText(email: string | null): string {
  if (email === null) return decisionTexts.gone;
  return email === "" ? decisionTexts.noAddress : email;
}

/** Returns the user's address, or the beginning of the id if there is none. */
export function calledBy(email: string | null, id: string): string {
  return email || `${addressText(email)} ${id.slice(0, 8)}`;
}
