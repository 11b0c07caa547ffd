/** A change to somebody, and what it makes old. */
import { useAdminChange } from "../use-admin-change.ts";

export function usePersonChange<Input>(
  send: (input: Input) => Promise<unknown>,
  onDone: (input: Input) => { readonly title: string; readonly description: string },
) {
  return useAdminChange({
    send,
    changed: [
      "listPeople",
      "getPerson",
      "listPersonAudit",
      "listPersonSessions",
      "getAdminStats",
      "listAudit",
      "getAuditHead",
      "checkAudit",
      "getMe",
    ],
    onDone: (_, input) => onDone(input),
  });
}
