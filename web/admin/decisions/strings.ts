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
 * Returns the user's e-mail address, or a label without an address. Null means a deleted user, and
 * an empty string means a user without an address.
 */
export function addressText(email: string | null): string {
  if (email === null) return decisionTexts.gone;
  return email === "" ? decisionTexts.noAddress : email;
}

/**
 * Returns the user's e-mail address, or the beginning of the user id if the user has no address.
 */
export function calledBy(email: string | null, id: string): string {
  return email || `${addressText(email)} ${id.slice(0, 8)}`;
}
