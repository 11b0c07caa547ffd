/**
 * Builds the HTML part of an e-mail from its text. The text is escaped, links lead only to our own
 * site, and the e-mail loads nothing from other servers. The HTML sets no colours, so it follows
 * the reader's light or dark theme.
 */
import { PRACTICE_LABEL } from "#platform";

const SUBJECT_MAX = 150;

/** Shortens a long subject without removing the practice label. */
export function mailSubject(subject: string): string {
  const line = oneLine(subject);
  const short = Array.from(line).slice(0, SUBJECT_MAX).join("");
  return `${short === line ? line : `${short}...`} [${PRACTICE_LABEL}]`;
}

/**
 * Replaces line breaks, which would start a new header, and direction characters, which could hide
 * part of the subject.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

export interface MailText {
  readonly subject: string;
  /** Text of the message, starting with the practice label. */
  readonly text: string;
  readonly siteUrl: string;
}

/** Returns the footer for both parts, with the sender and a link to the message settings. */
function footOf(siteUrl: string, link: (address: string) => string): string {
  return `Hashfloor, ${link(siteUrl)}. Choose your messages in ${link(`${siteUrl}/settings`)}.`;
}

export function textPart({ text, siteUrl }: Omit<MailText, "subject">): string {
  // Mail programs treat text after two hyphens and a space as a signature.
  return `${text.trimEnd()}\n\n-- \n${footOf(siteUrl, (address) => address)}\n`;
}

export function htmlPart({ subject, text, siteUrl }: MailText): string {
  const own = text.startsWith(PRACTICE_LABEL) ? text.slice(PRACTICE_LABEL.length) : text;
  const paragraphs = own
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linesOf(paragraph, siteUrl)}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(mailSubject(subject))}</title>
</head>
<body style="margin:0;padding:0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;font:16px/1.5 system-ui,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere">
<tr><td style="padding:8px 12px;border:1px solid;font-weight:600">${escapeHtml(PRACTICE_LABEL)}</td></tr>
<tr><td style="padding:24px 12px 8px;font-size:20px;font-weight:600">${escapeHtml(oneLine(subject))}</td></tr>
<tr><td style="padding:8px 12px">
${paragraphs.join("\n")}
</td></tr>
<tr><td style="padding:16px 12px 0;border-top:1px solid;font-size:14px">${footOf(siteUrl, linkTo)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function linesOf(paragraph: string, siteUrl: string): string {
  return paragraph
    .split("\n")
    .map((line) => withLinks(line, siteUrl))
    .join("<br>\n");
}

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)]/g;

/** Turns URLs on our own site into links. Other URLs stay plain text. */
function withLinks(line: string, siteUrl: string): string {
  let html = "";
  let end = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    if (!isOurs(address, siteUrl)) continue;
    html += escapeHtml(line.slice(end, index)) + linkTo(address);
    end = index + address.length;
  }
  return html + escapeHtml(line.slice(end));
}

function isOurs(address: string, siteUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, username, password } = new URL(address);
  return origin === new URL(siteUrl).origin && username === "" && password === "";
}

function linkTo(address: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
