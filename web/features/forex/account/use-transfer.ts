/**
 * Moves money between wallet and desk. Refusals are shown below the field, with the title first.
 */
import { useEffect, useState } from "react";
import type { RouteName } from "../../../../api/paths.ts";
import { asApiError } from "../../../data/api/api-error.ts";
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import type { ToastInput } from "../../../ui/toasts/toast-store.ts";
import { unansweredOf } from "../../../ui/changes/unanswered.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import type { ForexAccount } from "./figures.ts";

export interface TransferFormProps {
  readonly id: string;
  readonly account: ForexAccount;
  readonly onClose: () => void;
  readonly onBusy: (isBusy: boolean) => void;
}

const CHANGED: readonly RouteName[] = [
  "getForexAccount",
  "listForexTransactions",
  "getWallet",
  "getMe",
  "listEvents",
];

type Moved = ApiAnswer<"transferForexFunds">;

/** A request, and the account figures that the user saw when sending it. */
export interface Seen {
  readonly body: { amountSats: number } | { amountCents: number };
  readonly account: ForexAccount;
}

export function useTransfer<SeenHere extends Seen>(
  { onClose, onBusy }: TransferFormProps,
  onDone: (moved: Moved) => ToastInput,
) {
  const [error, setError] = useState<string>();
  const [begunAt] = useState(() => Date.now());
  const transfer = useChange({
    send: ({ body }: SeenHere) => api("transferForexFunds", { body, begunAt }),
    changed: CHANGED,
    onDone(moved) {
      onClose();
      return onDone(moved);
    },
    onRefused(refusal) {
      const { title, text } = asApiError(refusal);
      setError(`${title}. ${text}`);
    },
  });
  const { isPending, mutate } = transfer;
  useEffect(() => {
    onBusy(isPending);
  }, [onBusy, isPending]);
  return {
    isPending,
    unanswered: unansweredOf(transfer),
    send: (seen: SeenHere) => mutate(seen),
    error,
    setError,
  };
}
