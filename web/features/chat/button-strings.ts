/**
 * Texts of the chat button, in a separate file, because prerendered pages load no other chat texts.
 */
export const chatButtonTexts = {
  name: "Live chat",
  unread: (count: number) => `Live chat, ${count} unread`,
  countMax: "99+",
  notLoaded: "Chat not loaded",
  notLoadedText: "Check the connection and click again.",
} as const;
