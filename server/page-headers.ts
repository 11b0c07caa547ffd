/**
 * Headers that browsers apply only to pages. Other answers omit them, which saves half a kilobyte
 * per answer.
 */
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
