/** A decision over money. A refusal stays in the dialog, where it is shown. */
import { useChange } from "../../use-change.ts";

export function useDecision<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => { readonly title: string; readonly description: string },
) {
  const { mutate, isPending, error } = useChange({
    send,
    changed: [
      "listWithdrawalQueue",
      "listAdjustments",
      "listPeople",
      "getAdminStats",
      "getTreasury",
      "listAudit",
      "checkAudit",
    ],
    onDone,
    onRefused: () => undefined,
  });
  const submit = (input: Input) => {
    if (!isPending) mutate(input);
  };
  return { submit, isPending, error };
}
