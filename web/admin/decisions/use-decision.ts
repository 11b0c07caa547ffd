/** Sends a decision over money and refetches the queries that depend on it. */
import type { RouteName } from "../../../api/paths.ts";
import { useAdminChange } from "../use-admin-change.ts";

export const CHANGED_BY_DECISION: readonly RouteName[] = [
  "listWithdrawalQueue",
  "listAdjustments",
  "listPeople",
  "getAdminStats",
  "getTreasury",
  "getCold",
  "listAudit",
  "checkAudit",
];

export function useDecision<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => { readonly title: string; readonly description: string },
) {
  return useAdminChange({
    send,
    changed: CHANGED_BY_DECISION,
    onDone,
  });
}
