/** Reads the id of the deposit to send back from the URL. */
export interface SentBackSearch {
  deposit?: string;
}

export function readSentBack(search: Readonly<Record<string, unknown>>): SentBackSearch {
  const deposit = search["deposit"];
  return typeof deposit === "string" && /^dep_[0-9a-f]{32}$/.test(deposit) ? { deposit } : {};
}
