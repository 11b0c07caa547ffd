/**
 * Revokes a key after confirmation. The sign-in service requires an identity check if the last
 * check is too old.
 */
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { revokeTexts as texts } from "./strings.ts";

export type KeyRow = ApiAnswer<"listKeys">["items"][number];

export function RevokeKeyDialog({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const revoke = useChange({
    send: () => api("revokeKey", { params: { keyId: row.id } }),
    changed: ["listKeys", "listMailbox"],
    onDone: () => {
      onClose();
      return { title: texts.doneTitle, description: texts.doneText(row.name) };
    },
    onRefused: (error) => {
      onClose();
      toastError(error);
    },
  });
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={revoke.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          variant="primary"
          isBusy={revoke.isPending}
          busyLabel={texts.busy}
          onClick={() => revoke.mutate()}
        >
          {texts.confirm}
        </Button>
      }
    >
      <p>{texts.text(row.name)}</p>
    </Dialog>
  );
}
