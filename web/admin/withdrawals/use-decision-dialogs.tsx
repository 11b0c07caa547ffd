/**
 * The dialogs of a decision over a withdrawal, wherever a row of the queue is pressed. They stay
 * when the row goes: who was overtaken is told there.
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

/** As it was looked at: when it changes meanwhile, the server refuses and the dialog says so. */
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

/** Rejecting a withdrawal: what happens to the coins, and the reason that its owner reads. */
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
