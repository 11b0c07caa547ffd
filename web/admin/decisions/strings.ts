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

/** Null for a deleted user, empty for a user without an address. */
export function addressText(email: string | null): string {
  if (email === null) return decisionTexts.gone;
  return email === "" ? decisionTexts.noAddress : email;
}

/** Uses the beginning of the id in place of a missing address. */
export function calledBy(email: string | null, id: string): string {
  return email || `${addressText(email)} ${id.slice(0, 8)}`;
}
