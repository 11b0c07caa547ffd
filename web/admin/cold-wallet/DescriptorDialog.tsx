/** Dialog for proposing a descriptor. Another administrator must approve it. */
import { useState } from "react";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { ReasonField } from "../ReasonField.tsx";
import { useAdminChange } from "../use-admin-change.ts";
import { CHANGED_BY_COLD } from "./cold-wallet.ts";
import { descriptorTexts as texts } from "./strings.ts";

export function DescriptorDialog({ onClose }: { onClose: () => void }) {
  const [descriptor, setDescriptor] = useState("");
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const { submit, isPending, error } = useAdminChange({
    send: () => api("proposeColdDescriptor", { body: { descriptor, reason: reason.trim() } }),
    changed: CHANGED_BY_COLD,
    onDone() {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  });
  const isShort = reason.trim().length < adminLimits.reasonCharacters.min;
  const propose = () => {
    setWasTried(true);
    if (!isShort && descriptor.trim() !== "") submit();
  };
  return (
    <FormDialog
      title={texts.dialog}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={`${descriptor}${reason}` !== ""}
      onClose={onClose}
      onSubmit={propose}
    >
      <p className="text-sm text-fg-2">{texts.text}</p>
      <TextArea
        label={texts.field}
        hint={texts.hint}
        error={wasTried && descriptor.trim() === "" ? texts.needText : undefined}
        rows={5}
        spellCheck={false}
        readOnly={isPending}
        value={descriptor}
        onChange={(event) => setDescriptor(event.target.value)}
      />
      <ReasonField
        label={texts.reason}
        hint={texts.reasonHint}
        error={wasTried && isShort ? texts.needReason : undefined}
        isBusy={isPending}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
