/** Provides a fixed pending amount for every user, for tests without a wallet. */
export function pendingSats(sats: bigint): () => string {
  return () => `(select ${sats}::bigint as "pendingSats")`;
}
