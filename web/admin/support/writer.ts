/** Returns the author's e-mail address, or "Visitor" if the author was not signed in. */
import { calledBy } from "../decisions/strings.ts";
import { deskTexts as texts } from "./strings.ts";

export function writerOf({ userId, email }: { userId: string | null; email: string | null }) {
  return userId === null ? texts.visitor : calledBy(email, userId);
}
