/** What a visitor's conversation is known by before sign-in: random, for this tab only. It is stored once something was written. */
const KEY = "chat-visitor";

let unstored: string | undefined;

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage refused: the conversation lasts until the page is left.
    return undefined;
  }
}

export function hasVisitorChat(): boolean {
  return stored() !== undefined;
}

/** 32 random bytes in base64url. */
export function visitorToken(): string {
  const kept = stored();
  if (kept !== undefined) return kept;
  unstored ??= btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return unstored;
}

export function keepVisitorToken(): void {
  try {
    sessionStorage.setItem(KEY, visitorToken());
  } catch {
    // As above.
  }
}

export function forgetVisitorToken(): void {
  unstored = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
