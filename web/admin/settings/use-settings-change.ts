/** Posting new values: the notice when it worked, everything read again either way. A refusal stays in the dialog. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAll } from "../../live/stale-queries.ts";
import { toast } from "../../ui/toast-store.ts";

export function useSettingsChange<Input>(
  send: (input: Input) => Promise<unknown>,
  onDone: () => { readonly title: string; readonly description: string },
) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: () => toast(onDone()),
    onSettled: () => refreshAll(queryClient),
  });
  const submit = (input: Input) => {
    if (!isPending) mutate(input);
  };
  return { submit, isPending, error };
}
