/** What browsers obey on a page only: elsewhere half a kilobyte of each answer for nothing. */
export const PAGE_HEADERS: readonly string[] = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];
