/** Changes a user and refetches the queries that depend on the user. */
import type { RouteName } from "../../../api/paths.ts";
import { useAdminChange } from "../use-admin-change.ts";

export const CHANGED_BY_PERSON: readonly RouteName[] = [
  "listPeople",
  "getPerson",
  "listPersonAudit",
  "listPersonSessions",
  "getAdminStats",
  "listAudit",
  "getAuditHead",
  "checkAudit",
  "getMe",
];

export function usePersonChange<Input>(
  send: (input: Input) => Promise<unknown>,
  onDone: (input: Input) => { readonly title: string; readonly description?: string | undefined },
) {
  return useAdminChange({
    send,
    changed: CHANGED_BY_PERSON,
    onDone: (_, input) => onDone(input),
  });
}
