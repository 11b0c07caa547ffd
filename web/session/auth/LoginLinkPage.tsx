/**
 * /login/link: requests a message with a sign-in link. If a mail server is connected, the login
 * page links to this page.
 */
import { requestLoginLink } from "./auth-client.ts";
import { MessagePage } from "./MessagePage.tsx";
import { loginLinkTexts as texts } from "./strings.ts";
import { WhereMessagesGo } from "./WhereMessagesGo.tsx";

export function LoginLinkPage() {
  const place = <WhereMessagesGo text={texts.mailboxText} />;
  return <MessagePage texts={texts} ask={requestLoginLink} place={place} />;
}
