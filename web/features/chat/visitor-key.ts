/**
 * Storage key of a visitor's token, and a function that reads the token. They are in a separate
 * file, because the chat button of every page needs no other part of the chat.
 */
export const VISITOR_KEY = "chat-visitor";

export function storedVisitorToken(): string | undefined {
  try {
    return sessionStorage.getItem(VISITOR_KEY) ?? undefined;
  } catch {
    // Storage is unavailable, so the conversation ends when the user leaves the page.
    return undefined;
  }
}
