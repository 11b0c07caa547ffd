/** Warns before the logout from an anonymous account, which cannot be undone. */
import { keepTexts as texts } from "../../session/auth/anonymous-account-strings.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";

export function LeaveAnonymousAccount(props: { onClose: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title={texts.leaveTitle}
      isOpen
      onClose={props.onClose}
      cancel={texts.stay}
      actions={<Button onClick={props.onLeave}>{texts.leave}</Button>}
    >
      <p>{texts.leaveText}</p>
    </Dialog>
  );
}
