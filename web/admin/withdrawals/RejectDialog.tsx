/** Rejecting a withdrawal: what happens to the coins, and the reason that its owner reads. */
import { btcText } from "../../ui/amounts/amount-format.ts";
import { api } from "../../data/api/call.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import type { QueuedWithdrawal } from "./queued-withdrawal.ts";
import { calledBy } from "../decisions/strings.ts";
import { rejectTexts as texts } from "./strings.ts";

export function RejectDialog(props: { withdrawal: QueuedWithdrawal; onClose: () => void }) {
  const { id: withdrawalId, userId, userEmail, amountSats } = props.withdrawal;
  return (
    <ReasonDialog
      texts={texts}
      send={(reason) => api("rejectWithdrawal", { params: { withdrawalId }, body: { reason } })}
      onClose={props.onClose}
    >
      <p className="text-sm break-all text-fg-2">{calledBy(userEmail, userId)}</p>
      <Note kind="bad">{texts.text(btcText(amountSats))}</Note>
    </ReasonDialog>
  );
}
