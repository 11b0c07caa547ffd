/** A change to somebody: what it makes old, the notice when it worked. A refusal stays in the dialog, for the form to show. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast-store.ts";

const CHANGED = [
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
  onDone: (input: Input) => { readonly title: string; readonly description: string },
) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (_, input) => toast(onDone(input)),
    onSettled: () =>
      Promise.all(CHANGED.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  const submit = (input: Input) => {
    if (!isPending) mutate(input);
  };
  return { submit, isPending, error };
}
