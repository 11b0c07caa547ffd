/** Dialog for actions that require only a reason. */
import { useState, type ReactNode } from "react";
import type { RouteName } from "../../../api/paths.ts";
import { FormDialog } from "../FormDialog.tsx";
import { ReasonField } from "../ReasonField.tsx";
import { useAdminChange } from "../use-admin-change.ts";
import { decisionTexts } from "./strings.ts";
import { CHANGED_BY_DECISION } from "./use-decision.ts";

export function ReasonDialog(props: {
  texts: {
    readonly title: string;
    readonly submit: string;
    readonly busy: string;
    readonly reason: string;
    readonly hint: string;
    readonly needReason?: string;
    readonly done: string;
    readonly doneText: string;
  };
  send: (reason: string) => Promise<unknown>;
  /** Queries to refetch. By default, the queries that depend on decisions over money. */
  changed?: readonly RouteName[];
  /** Minimum length of the reason in characters. Default: 1. */
  charactersMin?: number;
  onClose: () => void;
  /** Explanation of the action. */
  children: ReactNode;
}) {
  const { texts, charactersMin = 1, changed = CHANGED_BY_DECISION, onClose } = props;
  const [typed, setTyped] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const { submit, isPending, error } = useAdminChange({
    send: props.send,
    changed,
    onDone() {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  });
  const reason = typed.trim();
  const isShort = reason.length < charactersMin;
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
        if (!isShort) submit(reason);
      }}
    >
      {props.children}
      <ReasonField
        label={texts.reason}
        hint={texts.hint}
        error={wasTried && isShort ? (texts.needReason ?? decisionTexts.needReason) : undefined}
        isBusy={isPending}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
