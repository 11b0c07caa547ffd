/**
 * Sends a user action. Shows a notice on success or refusal, and refetches the affected queries in
 * either case.
 *
 *   const start = useChange({
 *     send: () => api("startRig", { params: { rigId } }),
 *     changed: ["listRigs", "getMining"],
 *     onDone: () => ({ title: "Rig started" }),
 *   });
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RouteName } from "../../../api/paths.ts";
import { readAgain } from "../../data/api/query-client.ts";
import { toastError } from "../toasts/toast-error.ts";
import { toast, type ToastInput } from "../toasts/toast-store.ts";

export function useChange<Answer, Input = void>(change: {
  readonly send: (input: Input) => Promise<Answer>;
  readonly changed: readonly RouteName[] | "everything";
  /** Returns the notice to show on success. */
  readonly onDone?: (answer: Answer, input: Input) => ToastInput;
  /** Called instead of showing a notice. Used by forms that show refusals themselves. */
  readonly onRefused?: (error: Error) => void;
}) {
  const { send, changed, onDone, onRefused = toastError } = change;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess(answer, input) {
      if (onDone) toast(onDone(answer, input));
    },
    onError: onRefused,
    async onSettled() {
      if (changed === "everything") void readAgain(queryClient);
      else await Promise.all(changed.map((name) => readAgain(queryClient, { queryKey: [name] })));
    },
  });
}
