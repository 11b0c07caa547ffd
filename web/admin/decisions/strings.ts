/** Texts of everything that administrators decide over. */
import { adminLimits } from "../../../api-schema/limits.ts";

export const decisionTexts = {
  more: "Show more",
  end: "That is all.",
  approve: "Approve",
  reject: "Reject",
  takeBack: "Take back",
  gone: "deleted user",
  hash: "Approval hash",
  needReason: `Say why, in 1 to ${adminLimits.reasonCharacters.max} characters.`,
} as const;

/** A deleted user has no address any more. */
export function calledBy(email: string | null, id: string): string {
  return email ?? `${decisionTexts.gone} ${id.slice(0, 8)}`;
}
