/**
 * The frame of the dialogs that change a setting. What was typed is not lost by a slip: closing, leaving the page or reloading
 * with changes that are not posted asks first.
 */
import { useBlocker } from "@tanstack/react-router";
import { useState, type ComponentProps } from "react";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { guardTexts as texts } from "./strings.ts";

export function SettingsDialog({
  isDirty,
  isOutdated,
  outdatedText,
  children,
  ...dialog
}: ComponentProps<typeof FormDialog> & {
  /** Something was typed that is not posted. */
  isDirty: boolean;
  /** Others changed the same thing since the dialog was opened. */
  isOutdated: boolean;
  outdatedText: string;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const isGuarded = isDirty && !dialog.isBusy;
  useBlocker({
    disabled: !isGuarded,
    enableBeforeUnload: isGuarded,
    shouldBlockFn() {
      setIsAsking(true);
      return true;
    },
  });
  const close = () => {
    if (isGuarded && !isAsking) setIsAsking(true);
    else if (!isGuarded) dialog.onClose();
  };
  return (
    <FormDialog {...dialog} onClose={close}>
      {isAsking && isGuarded ? (
        <div role="alert">
          <Note kind="bad">
            <strong>{texts.title}</strong> {texts.text}
            <span className="mt-2 flex flex-wrap gap-2">
              <Button ref={focus} size="small" onClick={() => setIsAsking(false)}>
                {texts.stay}
              </Button>
              <Button size="small" variant="quiet" onClick={dialog.onClose}>
                {texts.discard}
              </Button>
            </span>
          </Note>
        </div>
      ) : null}
      {isOutdated ? <Note kind="bad">{outdatedText}</Note> : null}
      {children}
    </FormDialog>
  );
}

/** The question stands above the fields: it would be out of sight for who has scrolled. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
