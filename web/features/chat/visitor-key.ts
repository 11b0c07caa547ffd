/**
 * The storage key of a visitor's token, and a function that reads the stored token. Both are in a
 * separate file, because the chat button of every page needs only this part.
 */
export const VISITOR_KEY = "chat-visitor";

export function storedVisitorToken(): string | undefined {
  try {
    return sessionStorage.getItem(VISITOR_KEY) ?? undefined;
  } catch {
    // Storage is unavailable. The conversation therefore ends when the user leaves the page.
    return undefined;
  }
}
