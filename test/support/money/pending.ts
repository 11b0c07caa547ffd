/** What is on its way to everybody, for tests of people without a wallet. */
export function pendingSats(sats: bigint): () => string {
  return () => `(select ${sats}::bigint as "pendingSats")`;
}
