/** The id the tracker takes: a txid out of `txid:vout`, or a withdrawal's id. */
export function trackedId(cause: string): string | undefined {
  const [, txid] = /^([0-9a-f]{64})(?::\d+)?$/.exec(cause) ?? [];
  return txid ?? (cause.startsWith("wdr_") ? cause : undefined);
}
