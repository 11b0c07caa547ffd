/** The chat was asked for on this page before it was loaded again, to be opened once it runs. */
const KEY = "chat-asked";

export function rememberChatAsked(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Storage refused: it has to be pressed once more.
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
