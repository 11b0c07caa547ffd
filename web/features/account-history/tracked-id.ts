/** Returns the id for the tracker: the txid of `txid:vout`, or the id of a withdrawal. */
export function trackedId(cause: string): string | undefined {
  const [, txid] = /^([0-9a-f]{64})(?::\d+)?$/.exec(cause) ?? [];
  return txid ?? (cause.startsWith("wdr_") ? cause : undefined);
}
