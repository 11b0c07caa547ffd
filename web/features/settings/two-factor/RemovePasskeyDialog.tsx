/**
 * Removes a passkey. The sign-in service requires an identity check if the last check is too old.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { LockNote } from "../../../session/auth/LockNote.tsx";
import { removePasskey } from "../../../session/auth/passkeys.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { removePasskeyTexts as texts } from "./strings.ts";

type Passkey = ApiAnswer<"getSecondFactor">["passkeys"][number];

export function RemovePasskeyDialog(props: {
  passkey: Passkey;
  /** True if this passkey is the account's only second factor. */
  isLast: boolean;
  onClose: () => void;
}) {
  const { passkey, isLast, onClose } = props;
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    onError: toastError,
    onSuccess: () => toast({ title: texts.doneTitle, description: texts.doneText(passkey.name) }),
    async onSettled() {
      onClose();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={remove.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          variant="primary"
          isBusy={remove.isPending}
          busyLabel={texts.busy}
          onClick={() => remove.mutate()}
        >
          {texts.confirm}
        </Button>
      }
    >
      <p>{isLast ? texts.lastText(passkey.name) : texts.text(passkey.name)}</p>
      <p className="text-sm text-fg-2">{texts.device}</p>
      <LockNote />
    </Dialog>
  );
}
