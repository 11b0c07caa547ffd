/**
 * Storage key of a visitor's token and a check for it. Separate from the token itself because the
 * chat button of every page needs only this.
 */
export const VISITOR_KEY = "chat-visitor";

export function storedVisitorToken(): string | undefined {
  try {
    return sessionStorage.getItem(VISITOR_KEY) ?? undefined;
  } catch {
    // Storage is unavailable, so the conversation lasts until the user leaves the page.
    return undefined;
  }
}
