/**
 * Frame of administrator dialogs: a form, a card for refusals, a cancel button and one action. The
 * dialog stays open until the server responds, and asks for confirmation before discarding typed
 * text.
 */
import type { ReactNode, SubmitEvent } from "react";
import { useId } from "react";
import { Button } from "../ui/controls/Button.tsx";
import { Dialog } from "../ui/dialogs/Dialog.tsx";
import { ErrorCard } from "../ui/loading/ErrorCard.tsx";
import { asApiError } from "../data/api/api-error.ts";
import { FactorLink } from "./authority/AuthorityNote.tsx";
import { peopleTexts as texts } from "./strings.ts";
import { useDraftGuard } from "./use-draft-guard.tsx";

export function FormDialog(props: {
  title: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  error: unknown;
  /** True if the form contains unsent text. */
  isDirty?: boolean;
  disabledReason?: string | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  const { isDirty = false, isBusy, onClose } = props;
  const { close, question } = useDraftGuard(isDirty && !isBusy, onClose);
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={close}
      isBusy={isBusy}
      cancel={texts.cancel}
      actions={
        <Button
          type="submit"
          form={formId}
          isBusy={isBusy}
          busyLabel={props.busyLabel}
          disabledReason={props.disabledReason}
        >
          {props.submitLabel}
        </Button>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit(event);
        }}
      >
        {question}
        {props.children}
      </form>
      {props.error === null || props.error === undefined ? null : <Refused error={props.error} />}
    </Dialog>
  );
}

/** Shows the refusal. If two-factor authentication is required, also links to its settings. */
function Refused({ error }: { error: unknown }) {
  const needsFactor = asApiError(error).code === "second_factor_required";
  return <ErrorCard error={error}>{needsFactor ? <FactorLink /> : null}</ErrorCard>;
}
