/**
 * Returns the path to open after sign-in. Accepts only paths of this site. The path must begin with
 * a single "/", because browsers interpret "//" or "/\" as the start of another host.
 */
export function safeRedirect(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 2000) return undefined;
  // Browsers remove tabs and line breaks from URLs, so "/<tab>/host" would become "//host".
  const isPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value);
  if (!isPath) return undefined;
  const here = "https://here.invalid";
  return URL.canParse(value, here) && new URL(value, here).origin === here ? value : undefined;
}
