import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { renamePasskey } from "../../../session/auth/passkeys.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { renameTexts as texts } from "./strings.ts";

type Passkey = ApiAnswer<"getSecondFactor">["passkeys"][number];

const NAME_CHARACTERS_MAX = 60;

export function RenamePasskeyDialog(props: { passkey: Passkey; onClose: () => void }) {
  const { passkey, onClose } = props;
  const queryClient = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const [isMissing, setIsMissing] = useState(false);
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The dialog first focuses its close button, so select the text afterwards.
  useEffect(() => field.current?.select(), []);
  const rename = useMutation({
    mutationFn: () => renamePasskey(passkey.id, name.trim()),
    async onSuccess() {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["getSecondFactor"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === "");
    if (name.trim() !== "" && !rename.isPending) rename.mutate();
  };
  const refused = rename.error === null ? undefined : asApiError(rename.error).text;
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={rename.isPending}
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          isBusy={rename.isPending}
          busyLabel={texts.busy}
        >
          {texts.confirm}
        </Button>
      }
    >
      <form id={formId} className="grid gap-4" method="post" noValidate onSubmit={submit}>
        <Field
          ref={field}
          label={texts.name}
          maxLength={NAME_CHARACTERS_MAX}
          autoComplete="off"
          required
          value={name}
          readOnly={rename.isPending}
          error={isMissing ? texts.missing : refused}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setIsMissing(false);
            rename.reset();
          }}
        />
      </form>
    </Dialog>
  );
}
