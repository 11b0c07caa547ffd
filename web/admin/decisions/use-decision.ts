/** A decision over money, and what it makes old. */
import { useAdminChange } from "../use-admin-change.ts";

export function useDecision<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => { readonly title: string; readonly description: string },
) {
  return useAdminChange({
    send,
    changed: [
      "listWithdrawalQueue",
      "listAdjustments",
      "listPeople",
      "getAdminStats",
      "getTreasury",
      "listAudit",
      "checkAudit",
    ],
    onDone,
  });
}
