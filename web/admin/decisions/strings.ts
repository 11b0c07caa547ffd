/** UI strings shared by all administrator decisions. */
import { adminLimits } from "../../../api/limits.ts";

export const decisionTexts = {
  more: "Show more",
  end: "End of list.",
  approve: "Approve",
  reject: "Reject",
  takeBack: "Retract",
  gone: "deleted user",
  noAddress: "no address",
  hash: "Approval hash",
  needReason: `Enter a reason of 1 to ${adminLimits.reasonCharacters.max} characters.`,
} as const;

/**
 * Returns the user's e-mail address, or a label if there is none. Null means a deleted user. An
 * empty string means a user without an e-mail address.
 */
export function addressText(email: string | null): string {
  if (email === null) return decisionTexts.gone;
  return email === "" ? decisionTexts.noAddress : email;
}

/** Returns the user's e-mail address, or the start of the user id if there is no address. */
export function calledBy(email: string | null, id: string): string {
  return email || `${addressText(email)} ${id.slice(0, 8)}`;
}
