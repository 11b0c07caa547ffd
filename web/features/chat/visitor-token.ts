/**
 * What a visitor's conversation is known by before sign-in: random, for this tab only. It is stored
 * once something was written.
 */
import { storedVisitorToken, VISITOR_KEY } from "./visitor-key.ts";

let unstored: string | undefined;

/** 32 random bytes in base64url. */
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
    // Storage refused: the conversation lasts until the page is left.
  }
}

export function forgetVisitorToken(): void {
  unstored = undefined;
  try {
    sessionStorage.removeItem(VISITOR_KEY);
  } catch {
    // Nothing is stored, then.
  }
}
