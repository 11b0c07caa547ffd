/** Shown in place of a form that does not apply to anonymous accounts. */
import { Note } from "../../ui/layout/Note.tsx";
import { keepTexts as texts } from "./anonymous-account-strings.ts";

export function KeepNote() {
  return <Note>{texts.none}</Note>;
}
