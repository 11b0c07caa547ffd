/** Imports the signed transaction from a file or from text. */
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { useAdminChange } from "../use-admin-change.ts";
import { CHANGED_BY_COLD, readPsbt, type ComingBack } from "./cold-wallet.ts";
import { importTexts as texts } from "./strings.ts";

export function ImportDialog(props: { comingBack: ComingBack; onClose: () => void }) {
  const { comingBack, onClose } = props;
  const [file, setFile] = useState<File>();
  const [pasted, setPasted] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const { submit, isPending, error } = useAdminChange({
    send: async () => {
      const psbt = pasted.trim() === "" && file ? await readPsbt(file) : pasted;
      return api("importColdReturn", { params: { returnId: comingBack.id }, body: { psbt } });
    },
    changed: CHANGED_BY_COLD,
    onDone() {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  });
  const isEmpty = file === undefined && pasted.trim() === "";
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={!isEmpty}
      onClose={onClose}
      onSubmit={() => {
        setWasTried(true);
        if (!isEmpty) submit();
      }}
    >
      <p className="text-sm text-fg-2">{texts.text}</p>
      <Field
        type="file"
        accept=".psbt,.txt"
        label={texts.file}
        hint={texts.fileHint}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <TextArea
        label={texts.field}
        hint={texts.hint}
        error={wasTried && isEmpty ? texts.need : undefined}
        rows={4}
        spellCheck={false}
        readOnly={isPending}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
    </FormDialog>
  );
}
