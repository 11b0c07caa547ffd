/**
 * Cuts a matrix of routes, fields and values to cases in which every two of them meet. Returns a
 * function that takes the factors of a case and returns whether two of them meet for the first
 * time. Fields of the same name are one field, whichever route has them.
 */
export function pairwise(): (...factors: readonly string[]) => boolean {
  const usedPairs = new Set<string>();
  return (...factors) => {
    const pairs = factors.flatMap((one, at) =>
      factors.slice(at + 1).map((other, after) => JSON.stringify([at, one, at + 1 + after, other])),
    );
    const isNew = pairs.some((pair) => !usedPairs.has(pair));
    for (const pair of pairs) usedPairs.add(pair);
    return isNew;
  };
}
