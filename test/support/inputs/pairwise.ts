/**
 * Reduces a matrix of routes, fields and values to the cases that cover every pair of factors.
 * Returns a function that takes a case's factors and returns true if the case contains a pair that
 * no earlier case contained. Fields with the same name count as one field, even in different
 * routes.
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
