/**
 * Remembers that the user clicked the chat button before a reload, so that the chat opens
 * afterwards.
 */
const KEY = "chat-asked";

export function rememberChatAsked(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage is unavailable, so the user has to click again.
  }
}

export function takeChatAsked(): boolean {
  try {
    const isAsked = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isAsked;
  } catch {
    return false;
  }
}
