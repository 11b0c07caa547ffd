/**
 * Identifies a visitor's conversation by a random token of this tab. The token is stored once the
 * visitor has written a message.
 */
import { storedVisitorToken, VISITOR_KEY } from "./visitor-key.ts";

let unstored: string | undefined;

/** Returns the token: 32 random bytes in base64url. */
export function visitorToken(): string {
  const storedToken = storedVisitorToken();
  if (storedToken !== undefined) return storedToken;
  unstored ??= btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return unstored;
}

export function keepVisitorToken(): void {
  try {
    sessionStorage.setItem(VISITOR_KEY, visitorToken());
  } catch {
    // Storage is unavailable, so the conversation ends when the user leaves the page.
  }
}

export function forgetVisitorToken(): void {
  unstored = undefined;
  try {
    sessionStorage.removeItem(VISITOR_KEY);
  } catch {
    // Storage is unavailable, so no token is stored.
  }
}
