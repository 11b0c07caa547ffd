/**
 * Sends an administrator's change. The dialog shows the refusal if the server rejects the change. A
 * second click has no effect while the request is running.
 */
import type { RouteName } from "../../api/paths.ts";
import type { ToastInput } from "../ui/toasts/toast-store.ts";
import { useChange } from "../ui/changes/use-change.ts";

export function useAdminChange<Answer, Input = void>(change: {
  readonly send: (input: Input) => Promise<Answer>;
  readonly changed: readonly RouteName[] | "everything";
  /** Returns the notice to show. */
  readonly onDone: (answer: Answer, input: Input) => ToastInput;
}) {
  const { mutate, isPending, error } = useChange({ ...change, onRefused: () => undefined });
  const submit = (input: Input) => {
    if (!isPending) mutate(input);
  };
  return { submit, isPending, error };
}
