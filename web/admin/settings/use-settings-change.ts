/** Posts new values and refetches every query that depends on prices, limits or rates. */
import { useAdminChange } from "../use-admin-change.ts";

export function useSettingsChange<Input>(
  send: (input: Input) => Promise<unknown>,
  onDone: () => { readonly title: string; readonly description: string },
) {
  return useAdminChange({ send, changed: "everything", onDone: () => onDone() });
}
