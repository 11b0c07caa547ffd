/**
 * Texts of the chat button. They are in a separate file, because prerendered pages load only these.
 */
export const chatButtonTexts = {
  name: "Live chat",
  unread: (count: number) => `Live chat, ${count} unread`,
  countMax: "99+",
  notLoaded: "Chat not loaded",
  notLoadedText: "Check the connection and click again.",
} as const;
