/** Which message is open stands in the address, so that back closes it and a reload keeps it. */
export interface MailboxSearch {
  message?: string;
}

export function readMailboxSearch(search: Readonly<Record<string, unknown>>): MailboxSearch {
  const message = search["message"];
  return typeof message === "string" && message !== "" && message.length <= 64 ? { message } : {};
}
