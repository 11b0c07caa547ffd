/** Rejecting a withdrawal: what happens to the coins, and the reason that its owner reads. */
import { useState } from "react";
import { BTC_DECIMALS, formatAmount } from "#money";
import { adminLimits } from "../../../api-schema/limits.ts";
import { api } from "../../api.ts";
import { Field } from "../../ui/Field.tsx";
import { Note } from "../../ui/Note.tsx";
import { PersonDialog } from "../people/PersonDialog.tsx";
import { rejectTexts as texts } from "./strings.ts";
import { useDecision } from "./use-decision.ts";
import type { QueuedWithdrawal } from "./WithdrawalsPage.tsx";

export function RejectDialog(props: { withdrawal: QueuedWithdrawal; onClose: () => void }) {
  const { withdrawal, onClose } = props;
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const { submit, isPending, error } = useDecision(
    (why: string) =>
      api("rejectWithdrawal", { params: { withdrawalId: withdrawal.id }, body: { reason: why } }),
    () => {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  );
  const isMissing = reason.trim() === "";
  return (
    <PersonDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => {
        setWasTried(true);
        if (!isMissing) submit(reason.trim());
      }}
    >
      <p className="text-sm break-all text-fg-2">{withdrawal.userEmail}</p>
      <Note kind="bad">
        {texts.text(formatAmount(BigInt(withdrawal.amountSats), BTC_DECIMALS))}
      </Note>
      <Field
        label={texts.reason}
        hint={texts.hint}
        required
        autoComplete="off"
        maxLength={adminLimits.reasonCharacters.max}
        error={wasTried && isMissing ? texts.needReason : undefined}
        readOnly={isPending}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </PersonDialog>
  );
}
