/**
 * Warns that a change of password, e-mail address or two-factor authentication locks withdrawals
 * for a day.
 */
import { lockLimits } from "../../../api/limits.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { lockTexts as texts } from "./lock-texts.ts";

export function LockNote(props: { of?: "password" }) {
  const { isElsewhere } = useSignInPlace();
  // A hosted service does not report password changes to this installation, so withdrawals are not
  // locked.
  if (isElsewhere && props.of === "password") return null;
  return (
    <Note>
      <strong>{texts.title(lockLimits.withdrawalHours)}</strong>{" "}
      {isElsewhere ? texts.textElsewhere : texts.text}
    </Note>
  );
}
