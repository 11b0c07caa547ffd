/**
 * Keeps the id of the open message in the URL, so that the back button closes the message and a
 * reload keeps it open.
 */
export interface MailboxSearch {
  message?: string;
}

export function readMailboxSearch(search: Readonly<Record<string, unknown>>): MailboxSearch {
  const message = search["message"];
  return typeof message === "string" && message !== "" && message.length <= 64 ? { message } : {};
}
