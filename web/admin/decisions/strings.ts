/** Texts of everything that administrators decide over. */
import { adminLimits } from "../../../api/limits.ts";

export const decisionTexts = {
  more: "Show more",
  end: "That is all.",
  approve: "Approve",
  reject: "Reject",
  takeBack: "Take back",
  gone: "deleted user",
  noAddress: "no address",
  hash: "Approval hash",
  needReason: `Say why, in 1 to ${adminLimits.reasonCharacters.max} characters.`,
} as const;

/** Null for who was deleted; empty for who lives and has no address. */
export function addressText(email: string | null): string {
  if (email === null) return decisionTexts.gone;
  return email === "" ? decisionTexts.noAddress : email;
}

/** With the beginning of the id in place of an address. */
export function calledBy(email: string | null, id: string): string {
  return email || `${addressText(email)} ${id.slice(0, 8)}`;
}
