/**
 * Lists texts that would become markup, script, a link, a header or reversed text if a page or
 * message included them unescaped.
 */
const BREAKS = ["", '"', "'", "</p>", "</td></tr></table>", "--><!--", "</title>", "]]>"];
const MARKUP = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<a href='javascript:alert(1)'>x</a>",
  "<style>@import 'http://evil.example'</style>",
  "<body onload=alert(1)>",
];

const OTHERS = [
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  "` onmouseover=alert(1)`",
  "http://evil.example/<script>",
  "https://floor.example@evil.example/",
  'https://floor.example/"onclick="alert(1)',
  "https://floor.example/'><script>alert(1)</script>",
  "https://floor.example/\u202egnp.exe",
  "x\r\nBcc: eve@evil.example",
  "x\r\n\r\n<script>alert(1)</script>",
  "x\nContent-Type: text/html\n\n<b>",
  "=?utf-8?B?PHNjcmlwdD4=?=",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;",
  "\\u003cscript\\u003e",
  "<<script>alert(1)//<</script>",
  "<scr\0ipt>alert(1)</script>",
  "{{7*7}}${7*7}<%= 7*7 %>",
  "\u202e<script>\u2066",
  "\ufeff<script>\u200b",
  "<!--[if mso]><script>alert(1)</script><![endif]-->",
  "\u{1f4a3}".repeat(200),
  "<".repeat(500),
  ".\r\n.\r\nMAIL FROM:<eve@evil.example>",
];

export const attacks: readonly string[] = [
  ...BREAKS.flatMap((before) => MARKUP.map((markup) => before + markup)),
  ...OTHERS,
];
