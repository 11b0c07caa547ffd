/**
 * Sends an administrator's change. A refusal is shown in the dialog. A second click has no effect
 * while the request is running.
 */
import type { RouteName } from "../../api/paths.ts";
import type { ToastInput } from "../ui/toasts/toast-store.ts";
import { useChange } from "../ui/changes/use-change.ts";

export function useAdminChange<Answer, Input = void>(change: {
  readonly send: (input: Input) => Promise<Answer>;
  readonly changed: readonly RouteName[] | "everything";
  /** Returns the notice to show on success. */
  readonly onDone: (answer: Answer, input: Input) => ToastInput;
}) {
  const { mutate, isPending, error } = useChange({ ...change, onRefused: () => undefined });
  const submit = (input: Input) => {
    if (!isPending) mutate(input);
  };
  return { submit, isPending, error };
}
