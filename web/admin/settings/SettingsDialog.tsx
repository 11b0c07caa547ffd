/**
 * The frame of the dialogs that change a setting: it says when others changed the same thing
 * meanwhile.
 */
import type { ComponentProps } from "react";
import { Note } from "../../ui/layout/Note.tsx";
import { FormDialog } from "../FormDialog.tsx";

export function SettingsDialog({
  isOutdated,
  outdatedText,
  children,
  ...dialog
}: ComponentProps<typeof FormDialog> & {
  isDirty: boolean;
  /** Others changed the same thing since the dialog was opened. */
  isOutdated: boolean;
  outdatedText: string;
}) {
  return (
    <FormDialog {...dialog}>
      {isOutdated ? <Note kind="bad">{outdatedText}</Note> : null}
      {children}
    </FormDialog>
  );
}
