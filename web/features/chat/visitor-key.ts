/**
 * Where a visitor's token is kept, and whether there is one: all that the button of every page
 * needs to know of it.
 */
export const VISITOR_KEY = "chat-visitor";

export function storedVisitorToken(): string | undefined {
  try {
    return sessionStorage.getItem(VISITOR_KEY) ?? undefined;
  } catch {
    // Storage refused: the conversation lasts until the page is left.
    return undefined;
  }
}
