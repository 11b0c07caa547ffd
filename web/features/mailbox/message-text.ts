/**
 * Parses a message for display: the code to copy, links to this site, and the footer with its
 * delivery state.
 */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { fullText } from "../../ui/time/time-text.ts";
import { mailboxTexts as texts } from "./strings.ts";

export type MessagePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

/**
 * Templates whose messages contain a code or link. In other messages, six digits may be a block
 * height or an amount.
 */
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

/** Returns the 6-digit code if the message contains exactly one. Ignores digits inside links. */
export function codeIn({
  template,
  text,
}: Pick<ApiAnswer<"listMailbox">["items"][number], "template" | "text">): string | undefined {
  if (!WITH_CODE.has(template)) return undefined;
  const codes = text.match(/(?<![\w.])\d{6}(?!\w|\.\d)/g) ?? [];
  return codes.length === 1 ? codes[0] : undefined;
}

/**
 * Splits the text around a code that is a separate paragraph, so that the code is not shown twice.
 * Returns undefined if the code is part of a sentence.
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
 * Splits a text at its URLs. Only URLs of this site become links, because a forged message must not
 * lead to another site.
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

/** Returns the footer: recipient, time and delivery state. */
export function footOf({
  sentAt,
  to,
  delivery,
}: Pick<ApiAnswer<"listMailbox">["items"][number], "sentAt" | "to" | "delivery">): string {
  const written = texts.foot(fullText(new Date(sentAt)), to);
  return delivery === null ? written : `${written}. ${texts.delivery[delivery]}`;
}
