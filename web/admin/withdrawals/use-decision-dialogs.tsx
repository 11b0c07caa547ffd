/**
 * The dialogs of a decision over a withdrawal, wherever a row of the queue is pressed. They stay
 * when the row goes: who was overtaken is told there.
 */
import { useState, type ReactNode } from "react";
import type { Press } from "../decisions/DecisionButtons.tsx";
import { ApproveDialog } from "./ApproveDialog.tsx";
import type { QueuedWithdrawal } from "./queued-withdrawal.ts";
import { RejectDialog } from "./RejectDialog.tsx";

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
