/**
 * /login/link: asks for a letter with a link that signs in. The login leads here where letters
 * leave the house.
 */
import { requestLoginLink } from "./auth-client.ts";
import { LetterPage } from "./LetterPage.tsx";
import { loginLinkTexts as texts } from "./strings.ts";
import { WhereLettersGo } from "./WhereLettersGo.tsx";

export function LoginLinkPage() {
  const place = <WhereLettersGo text={texts.mailboxText} />;
  return <LetterPage texts={texts} ask={requestLoginLink} place={place} />;
}
