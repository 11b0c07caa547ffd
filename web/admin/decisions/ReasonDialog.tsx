/** Why something is not approved: one reason, asked for before anything is sent. */
import { useState, type ReactNode } from "react";
import { FormDialog } from "../FormDialog.tsx";
import { ReasonField } from "../ReasonField.tsx";
import { decisionTexts } from "./strings.ts";
import { useDecision } from "./use-decision.ts";

export function ReasonDialog(props: {
  texts: {
    readonly title: string;
    readonly submit: string;
    readonly busy: string;
    readonly reason: string;
    readonly hint: string;
    readonly done: string;
    readonly doneText: string;
  };
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
  /** What it does. */
  children: ReactNode;
}) {
  const { texts, onClose } = props;
  const [typed, setTyped] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const { submit, isPending, error } = useDecision(props.send, () => {
    onClose();
    return { title: texts.done, description: texts.doneText };
  });
  const reason = typed.trim();
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={typed !== ""}
      onClose={onClose}
      onSubmit={() => {
        setWasTried(true);
        if (reason !== "") submit(reason);
      }}
    >
      {props.children}
      <ReasonField
        label={texts.reason}
        hint={texts.hint}
        error={wasTried && reason === "" ? decisionTexts.needReason : undefined}
        isBusy={isPending}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
