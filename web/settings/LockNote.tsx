/** Said before a change of password, e-mail address or second factor: what it costs for a day. */
import { lockLimits } from "../../api-schema/limits.ts";
import { Note } from "../ui/Note.tsx";
import { lockTexts as texts } from "./strings.ts";

export function LockNote() {
  return (
    <Note>
      <strong>{texts.title(lockLimits.withdrawalHours)}</strong> {texts.text}
    </Note>
  );
}
