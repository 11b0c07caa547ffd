/** Remembers across a reload that the user clicked the chat button, so that the chat then opens. */
const KEY = "chat-asked";

export function rememberChatAsked(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage is unavailable, so the user has to click again after the reload.
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
