/**
 * Id of the open message. It is kept in the URL so that back closes the message and a reload keeps
 * it.
 */
export interface MailboxSearch {
  message?: string;
}

export function readMailboxSearch(search: Readonly<Record<string, unknown>>): MailboxSearch {
  const message = search["message"];
  return typeof message === "string" && message !== "" && message.length <= 64 ? { message } : {};
}
