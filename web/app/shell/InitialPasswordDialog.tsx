/**
 * Asks a user to replace the initial password, which is known to the administrator who added the
 * user. Shown at each visit until the user has set a new password.
 */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { initialPasswordTexts as texts } from "./strings.ts";

export function InitialPasswordDialog() {
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  return (
    <Dialog
      title={texts.title}
      isOpen={isOpen}
      onClose={close}
      cancel={texts.later}
      actions={
        <Link
          {...paths.changePassword}
          className={buttonClass({ variant: "primary" })}
          onClick={close}
        >
          {texts.choose}
        </Link>
      }
    >
      <p>{texts.text}</p>
    </Dialog>
  );
}
