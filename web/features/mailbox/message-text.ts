/**
 * What a message's text holds for the reader's hands, a code to copy and links to this site, and
 * what its foot says of its way.
 */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { fullText } from "../../ui/time/time-text.ts";
import { mailboxTexts as texts } from "./strings.ts";

export type MessagePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

/** Others have six digits, too: the height of a block, an amount, words of a person. */
const WITH_CODE = new Set([
  "security_code",
  "recovery_link",
  "magic_link",
  "confirmation_link",
  "invitation_link",
  "email_change_current",
  "email_change_new",
  "keep_link",
]);

/** The 6-digit code, when the message carries exactly one; digits inside a link are none. */
export function codeIn({
  template,
  text,
}: Pick<ApiAnswer<"listMailbox">["items"][number], "template" | "text">): string | undefined {
  if (!WITH_CODE.has(template)) return undefined;
  const codes = text.match(/(?<![\w.])\d{6}(?!\w|\.\d)/g) ?? [];
  return codes.length === 1 ? codes[0] : undefined;
}

/**
 * The text around a code that is a paragraph by itself, so that the code is shown once; undefined
 * when it stands within a sentence.
 */
export function aroundCode(
  text: string,
  code: string,
): { readonly before: string; readonly after: string } | undefined {
  const [before, after, ...more] = text.split(`\n\n${code}\n\n`);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return { before, after };
}

/**
 * Cuts a text at its links. Only links to this site become links: a message must not lead
 * elsewhere.
 */
export function partsOf(text: string, origin: string): MessagePart[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)])/)
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith(`${origin}/`)
        ? { kind: "link", text: part, href: part }
        : { kind: "text", text: part },
    );
}

/** With what became of it beyond this mailbox. */
export function footOf({
  sentAt,
  to,
  delivery,
}: Pick<ApiAnswer<"listMailbox">["items"][number], "sentAt" | "to" | "delivery">): string {
  const written = `${texts.sent} ${fullText(new Date(sentAt))}. ${texts.to} ${to}`;
  return delivery === null ? written : `${written}. ${texts.delivery[delivery]}`;
}
