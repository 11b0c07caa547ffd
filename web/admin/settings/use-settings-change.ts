/** Posting new values: prices, limits and expectations on every page depend on them. */
import { useAdminChange } from "../use-admin-change.ts";

export function useSettingsChange<Input>(
  send: (input: Input) => Promise<unknown>,
  onDone: () => { readonly title: string; readonly description: string },
) {
  return useAdminChange({ send, changed: "everything", onDone: () => onDone() });
}
