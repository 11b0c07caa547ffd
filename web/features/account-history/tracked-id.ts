/** Returns the id that the tracker accepts: the txid of `txid:vout`, or the withdrawal's id. */
export function trackedId(cause: string): string | undefined {
  const [, txid] = /^([0-9a-f]{64})(?::\d+)?$/.exec(cause) ?? [];
  return txid ?? (cause.startsWith("wdr_") ? cause : undefined);
}
