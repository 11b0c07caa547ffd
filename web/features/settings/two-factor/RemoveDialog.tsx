/**
 * Removes an authenticator. Requires a current code from any authenticator, or a recovery code if
 * the user has lost the phone.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { api } from "../../../data/api/call.ts";
import { asApiError } from "../../../data/api/api-error.ts";
import { takeOff } from "../../../session/auth/second-factor.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { LockNote } from "../../../session/auth/LockNote.tsx";
import { nameOf, type AuthenticatorRow } from "./authenticator-name.ts";
import { removeTexts as texts } from "./strings.ts";

export function RemoveDialog(props: {
  authenticator: AuthenticatorRow;
  isLast: boolean;
  onClose: () => void;
}) {
  const { authenticator, isLast, onClose } = props;
  const name = nameOf(authenticator);
  const queryClient = useQueryClient();
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The dialog first focuses its close button, so focus the field afterwards.
  useEffect(() => field.current?.focus(), []);
  const remove = useMutation({
    async mutationFn() {
      await api("renewProof", { body: { code: code.trim() } });
      await takeOff(authenticator.id);
    },
    async onSuccess() {
      onClose();
      toast(
        isLast
          ? { title: texts.offTitle, description: texts.offText }
          : { title: texts.removedTitle, description: texts.removedText(name) },
      );
      await queryClient.invalidateQueries();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() !== "" && !remove.isPending) remove.mutate();
  };
  const refused = remove.error === null ? undefined : asApiError(remove.error).text;
  return (
    <Dialog
      title={isLast ? texts.lastTitle : texts.title}
      isOpen
      isBusy={remove.isPending}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={remove.isPending} onClick={onClose}>
            {texts.keep}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isBusy={remove.isPending}
            busyLabel={texts.busy}
          >
            {isLast ? texts.lastConfirm : texts.confirm}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-4" method="post" noValidate onSubmit={submit}>
        <p>{isLast ? texts.lastText : texts.text(name)}</p>
        <LockNote />
        <Field
          ref={field}
          className="[&_input]:mono"
          label={texts.code}
          hint={texts.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={code}
          readOnly={remove.isPending}
          error={isMissing ? texts.missing : refused}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setIsMissing(false);
            remove.reset();
          }}
        />
      </form>
    </Dialog>
  );
}
