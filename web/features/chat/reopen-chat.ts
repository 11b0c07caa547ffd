/**
 * Remembers that the user clicked the chat button before a reload, so that the chat opens
 * afterwards.
 */
const KEY = "chat-asked";

export function rememberChatAsked(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage is unavailable. The user therefore has to click again after the reload.
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
