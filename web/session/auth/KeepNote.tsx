/** Shown instead of a form that changes something an anonymous account does not have. */
import { Note } from "../../ui/layout/Note.tsx";
import { keepTexts as texts } from "./anonymous-account-strings.ts";

export function KeepNote() {
  return <Note>{texts.none}</Note>;
}
