/** A decision over money: the notice when it worked, everything it makes old read again either way. A refusal stays in the dialog. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast-store.ts";

const CHANGED = [
  "listWithdrawalQueue",
  "listAdjustments",
  "listPeople",
  "getAdminStats",
  "getTreasury",
  "listAudit",
  "checkAudit",
];

export function useDecision<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => { readonly title: string; readonly description: string },
) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (answer) => toast(onDone(answer)),
    onSettled: () =>
      Promise.all(CHANGED.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  const submit = (input: Input) => {
    if (!isPending) mutate(input);
  };
  return { submit, isPending, error };
}
