/** /forgot-password: asks for a letter with a link to set a new password. */
import { requestRecovery } from "./auth-client.ts";
import { LetterPage } from "./LetterPage.tsx";
import { forgotTexts as texts } from "./strings.ts";
import { WhereLettersGo } from "./WhereLettersGo.tsx";

export function ForgotPasswordPage() {
  return <LetterPage texts={texts} ask={requestRecovery} place={<LettersHere />} />;
}

/** Where no mail leaves the house: what still works for somebody who is signed in nowhere. */
function LettersHere() {
  return (
    <WhereLettersGo text={texts.mailboxText}>
      <p className="mt-2">
        <strong>{texts.operatorTitle}</strong> {texts.operatorText}
      </p>
      <p className="mono mt-1 text-xs [overflow-wrap:anywhere] text-fg">{texts.operatorCommand}</p>
    </WhereLettersGo>
  );
}
