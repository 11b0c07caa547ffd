/** Takes the key holders' signatures as text. The server verifies them before it stores them. */
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { useAdminChange } from "../use-admin-change.ts";
import { CHANGED_BY_COLD } from "./cold-wallet.ts";
import { coldProofTexts as texts } from "./strings.ts";

interface Signed {
  readonly address: string;
  readonly signature: string;
}

export function AddSignaturesDialog(props: { message: string; onClose: () => void }) {
  const { onClose } = props;
  // The newest message may change while the dialog is open, but the signatures do not.
  const [message, setMessage] = useState(props.message);
  const [pasted, setPasted] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const signatures = readLines(pasted);
  const { submit, isPending, error } = useAdminChange({
    send: (list: Signed[]) => api("addColdProof", { body: { message, signatures: list } }),
    changed: CHANGED_BY_COLD,
    onDone() {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  });
  return (
    <FormDialog
      title={texts.dialog}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={pasted !== ""}
      onClose={onClose}
      onSubmit={() => {
        setWasTried(true);
        if (signatures) submit(signatures);
      }}
    >
      <TextArea
        label={texts.signedMessage}
        hint={texts.signedHint}
        rows={3}
        spellCheck={false}
        readOnly={isPending}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <TextArea
        label={texts.field}
        hint={texts.hint}
        error={wasTried && !signatures ? texts.need : undefined}
        rows={6}
        spellCheck={false}
        readOnly={isPending}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
    </FormDialog>
  );
}

/** Undefined if there is no line, or a line that is not an address and a signature. */
function readLines(text: string): Signed[] | undefined {
  const lines = text.split("\n").flatMap((line) => {
    const words = line.trim();
    return words === "" ? [] : [words.split(/\s+/)];
  });
  const signatures: Signed[] = [];
  for (const [address, signature, ...rest] of lines) {
    if (address === undefined || signature === undefined || rest.length > 0) return undefined;
    signatures.push({ address, signature });
  }
  return signatures.length === 0 ? undefined : signatures;
}
