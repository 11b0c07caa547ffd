/** Dialogs that approve a correction, or reject it with a reason. */
import { api } from "../../data/api/call.ts";
import { KeyValue } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { ApprovalDialog } from "../decisions/ApprovalDialog.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { calledBy } from "../decisions/strings.ts";
import { sumText, type Adjustment } from "./adjustment.ts";
import { approveTexts, rejectTexts, takeBackTexts } from "./strings.ts";

interface DialogProps {
  readonly adjustment: Adjustment;
  readonly onClose: () => void;
}

export function ApproveAdjustmentDialog({ adjustment, onClose }: DialogProps) {
  const { id: adjustmentId, amountSats, amountCents } = adjustment;
  const texts = approveTexts;
  const who = calledBy(adjustment.userEmail, adjustment.userId);
  const sign = (amountSats ?? amountCents ?? 0) > 0 ? "add" : "take";
  const direction = adjustment.kind === "debt" ? "debt" : sign;
  return (
    <ApprovalDialog
      texts={texts}
      approvalHash={adjustment.approvalHash}
      send={(approval) => api("approveAdjustment", { params: { adjustmentId }, ...approval })}
      doneOf={() => ({ title: texts.done, description: texts.doneText })}
      onClose={onClose}
      sentence={texts.sentence(sumText(adjustment), direction, who)}
      facts={
        <>
          <KeyValue label={texts.reason}>
            <span className="break-words whitespace-normal">{adjustment.reason}</span>
          </KeyValue>
          <KeyValue label={texts.by}>
            <span className="break-all whitespace-normal">
              {calledBy(adjustment.proposedByEmail, adjustment.proposedById)}
            </span>
          </KeyValue>
        </>
      }
    >
      <Note>{texts.once}</Note>
    </ApprovalDialog>
  );
}

export function RejectAdjustmentDialog({ adjustment, onClose }: DialogProps) {
  const { id: adjustmentId, obstacle } = adjustment;
  const texts = obstacle === "own_proposal" ? takeBackTexts : rejectTexts;
  return (
    <ReasonDialog
      texts={texts}
      send={(reason) => api("rejectAdjustment", { params: { adjustmentId }, body: { reason } })}
      onClose={onClose}
    >
      <Note>{texts.nothing}</Note>
    </ReasonDialog>
  );
}
