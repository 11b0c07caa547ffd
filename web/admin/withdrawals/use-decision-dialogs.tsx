/**
 * Dialogs that approve or reject a withdrawal, shared by all pages with a queue. A dialog stays
 * open when its row disappears, so that it can report that the decision came too late.
 */
import { useState, type ReactNode } from "react";
import type { Press } from "../decisions/DecisionButtons.tsx";
import { ApproveDialog } from "./ApproveDialog.tsx";
import type { QueuedWithdrawal } from "./queued-withdrawal.ts";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { api } from "../../data/api/call.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { calledBy } from "../decisions/strings.ts";
import { rejectTexts as texts } from "./strings.ts";

/**
 * The row as the administrator saw it. If the row has changed since then, the server rejects the
 * decision and the dialog shows the refusal.
 */
interface Open {
  readonly what: "approve" | "reject";
  readonly withdrawal: QueuedWithdrawal;
}

export function useDecisionDialogs(): { press: Press<QueuedWithdrawal>; dialogs: ReactNode } {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const Asked = open?.what === "approve" ? ApproveDialog : RejectDialog;
  return {
    press: (what, withdrawal) => setOpen({ what, withdrawal }),
    dialogs: open === undefined ? null : <Asked withdrawal={open.withdrawal} onClose={close} />,
  };
}

/**
 * Rejects a withdrawal. Explains what happens to the coins, and asks for a reason that the user
 * will read.
 */
function RejectDialog(props: { withdrawal: QueuedWithdrawal; onClose: () => void }) {
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
