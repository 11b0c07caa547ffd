/** Cancels a withdrawal that is not yet signed. */
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { trackerTexts as texts } from "./strings.ts";
import { useChange } from "../../../ui/changes/use-change.ts";

type State = ApiAnswer<"getWithdrawal">["state"];

const CANCELLABLE: ReadonlySet<State> = new Set(["requested", "in_review", "approved"]);

export function isCancellable(state: State): boolean {
  return CANCELLABLE.has(state);
}

/** If `isInRow` is true, the button is small and inconspicuous, for use in a table row. */
export function CancelButton(props: { id: string; isInRow?: boolean }) {
  const { isInRow = true } = props;
  const cancel = useChange({
    send: () => api("cancelWithdrawal", { params: { withdrawalId: props.id } }),
    changed: [
      "getWallet",
      "getMe",
      "listWithdrawals",
      "getWithdrawalTerms",
      "listEvents",
      "getWithdrawal",
      "getTransaction",
    ],
  });
  return (
    <Button
      size={isInRow ? "small" : "normal"}
      variant={isInRow ? "quiet" : "default"}
      isBusy={cancel.isPending}
      busyLabel={texts.cancelling}
      onClick={() => cancel.mutate()}
    >
      {texts.cancel}
    </Button>
  );
}
