/**
 * Shown instead of a form that anonymous accounts cannot use, because they lack the setting that
 * the form changes.
 */
import { Note } from "../../ui/layout/Note.tsx";
import { keepTexts as texts } from "./anonymous-account-strings.ts";

export function KeepNote() {
  return <Note>{texts.none}</Note>;
}
