/** What the desk calls somebody who wrote: the address, or what they are. */
import { calledBy } from "../decisions/strings.ts";
import { deskTexts as texts } from "./strings.ts";

export function writerOf({ userId, email }: { userId: string | null; email: string | null }) {
  return userId === null ? texts.visitor : calledBy(email, userId);
}
