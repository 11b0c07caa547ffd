/** The second look before a correction is approved, and why one is not. */
import { useState } from "react";
import { adminLimits } from "../../../api-schema/limits.ts";
import { api } from "../../api.ts";
import { Field } from "../../ui/Field.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Note } from "../../ui/Note.tsx";
import { truncateMiddle } from "../../ui/truncate-middle.ts";
import { PersonDialog } from "../people/PersonDialog.tsx";
import { useDecision } from "../withdrawals/use-decision.ts";
import type { Adjustment } from "./AdjustmentsPage.tsx";
import { sumText } from "./AdjustmentsTable.tsx";
import { adjustmentTexts, decideTexts as texts } from "./strings.ts";

interface DialogProps {
  readonly adjustment: Adjustment;
  readonly onClose: () => void;
}

export function ApproveAdjustmentDialog({ adjustment, onClose }: DialogProps) {
  const { id, approvalHash, amountSats, amountCents } = adjustment;
  const { submit, isPending, error } = useDecision(
    () => api("approveAdjustment", { params: { adjustmentId: id }, body: { approvalHash } }),
    () => {
      onClose();
      return { title: texts.approved, description: texts.approvedText };
    },
  );
  const who = adjustment.userEmail ?? adjustmentTexts.gone;
  const direction = (amountSats ?? amountCents ?? 0) > 0 ? "add" : "take";
  return (
    <PersonDialog
      title={texts.approveTitle}
      submitLabel={texts.approve}
      busyLabel={texts.approving}
      isBusy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => submit()}
    >
      <p className="text-sm break-words">{texts.sentence(sumText(adjustment), direction, who)}</p>
      <KeyValues>
        <KeyValue label={texts.reason}>
          <span className="break-words whitespace-normal">{adjustment.reason}</span>
        </KeyValue>
        <KeyValue label={texts.by}>
          <span className="break-all whitespace-normal">
            {adjustment.proposedByEmail ?? adjustmentTexts.gone}
          </span>
        </KeyValue>
        <KeyValue label={texts.hash}>
          <span className="mono" title={approvalHash}>
            {truncateMiddle(approvalHash, 8, 8)}
          </span>
        </KeyValue>
      </KeyValues>
      <Note>{texts.once}</Note>
    </PersonDialog>
  );
}

export function RejectAdjustmentDialog({ adjustment, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const { submit, isPending, error } = useDecision(
    (why: string) =>
      api("rejectAdjustment", { params: { adjustmentId: adjustment.id }, body: { reason: why } }),
    () => {
      onClose();
      return { title: texts.rejected, description: texts.rejectedText };
    },
  );
  const isOwn = adjustment.obstacle === "own_proposal";
  const isMissing = reason.trim() === "";
  return (
    <PersonDialog
      title={isOwn ? texts.takeBackTitle : texts.rejectTitle}
      submitLabel={isOwn ? texts.takeBack : texts.reject}
      busyLabel={texts.rejecting}
      isBusy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => {
        setWasTried(true);
        if (!isMissing) submit(reason.trim());
      }}
    >
      <Note>{texts.nothing}</Note>
      <Field
        label={texts.why}
        hint={texts.whyHint}
        required
        autoComplete="off"
        maxLength={adminLimits.reasonCharacters.max}
        error={wasTried && isMissing ? texts.needWhy : undefined}
        readOnly={isPending}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </PersonDialog>
  );
}
