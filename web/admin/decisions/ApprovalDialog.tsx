/**
 * Confirmation step before an approval, which shows exactly what is approved. If a shown value
 * changes before the request is sent, the hash no longer matches and the server rejects the
 * approval.
 */
import type { ReactNode } from "react";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { FormDialog } from "../FormDialog.tsx";
import { decisionTexts } from "./strings.ts";
import { useDecision } from "./use-decision.ts";

export function ApprovalDialog<Answer>(props: {
  texts: { readonly title: string; readonly submit: string; readonly busy: string };
  approvalHash: string;
  send: (approval: { body: { approvalHash: string } }) => Promise<Answer>;
  /** Returns the notice to show on success. */
  doneOf: (answer: Answer) => { readonly title: string; readonly description: string };
  onClose: () => void;
  sentence: string;
  facts: ReactNode;
  children: ReactNode;
}) {
  const { texts, approvalHash, send, onClose } = props;
  const { submit, isPending, error } = useDecision(
    () => send({ body: { approvalHash } }),
    (answer) => {
      onClose();
      return props.doneOf(answer);
    },
  );
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => submit()}
    >
      <p className="text-sm break-words">{props.sentence}</p>
      <KeyValues>
        {props.facts}
        <KeyValue label={decisionTexts.hash}>
          <span translate="no" className="mono" title={approvalHash}>
            {truncateMiddle(approvalHash, 8, 8)}
          </span>
        </KeyValue>
      </KeyValues>
      {props.children}
    </FormDialog>
  );
}
