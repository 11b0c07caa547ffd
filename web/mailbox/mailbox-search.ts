/** Which letter is open stands in the address, so that back closes it and a reload keeps it. */
export interface MailboxSearch {
  letter?: string;
}

export function readMailboxSearch(search: Readonly<Record<string, unknown>>): MailboxSearch {
  const letter = search["letter"];
  return typeof letter === "string" && letter !== "" && letter.length <= 64 ? { letter } : {};
}
