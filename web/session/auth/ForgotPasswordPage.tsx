/** /forgot-password: requests an e-mail with a link for setting a new password. */
import { requestRecovery } from "./auth-client.ts";
import { MessagePage } from "./MessagePage.tsx";
import { forgotTexts as texts } from "./link-strings.ts";
import { WhereMessagesGo } from "./WhereMessagesGo.tsx";

export function ForgotPasswordPage() {
  return <MessagePage texts={texts} ask={requestRecovery} place={<MessagesHere />} />;
}

/**
 * Shown if no mail server is connected. Explains how a user who is not signed in on any device can
 * proceed.
 */
function MessagesHere() {
  return (
    <WhereMessagesGo text={texts.mailboxText}>
      <p className="mt-2">
        <strong>{texts.operatorTitle}</strong> {texts.operatorText}
      </p>
      <p className="mono mt-1 text-xs [overflow-wrap:anywhere] text-fg">{texts.operatorCommand}</p>
    </WhereMessagesGo>
  );
}
