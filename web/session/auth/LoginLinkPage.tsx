/**
 * /login/link: requests an e-mail with a sign-in link. The login page links to this page if a mail
 * server is connected.
 */
import { requestLoginLink } from "./auth-client.ts";
import { MessagePage } from "./MessagePage.tsx";
import { loginLinkTexts as texts } from "./link-strings.ts";
import { WhereMessagesGo } from "./WhereMessagesGo.tsx";

export function LoginLinkPage() {
  const place = <WhereMessagesGo text={texts.mailboxText} />;
  return <MessagePage texts={texts} ask={requestLoginLink} place={place} />;
}
