/**
 * Frame of settings dialogs. Warns if another administrator has changed the same setting since the
 * dialog was opened.
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
  /** True if another administrator has changed the setting since the dialog was opened. */
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
