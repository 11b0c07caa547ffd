/** Ranks the palette's entries for a search text. */

/**
 * Returns the rank of a label (lower is better), or undefined unless every typed word occurs in the
 * label.
 */
export function rankOf(label: string, typed: string): number | undefined {
  const name = label.toLowerCase();
  const text = typed.trim().toLowerCase();
  if (name.startsWith(text)) return 0;
  const words = text.split(/\s+/);
  const places = words.map((word) => placeOf(name, word));
  if (places.includes(undefined)) return undefined;
  return places.every((place) => place === "word") ? 1 : 2;
}

/** Returns "word" if the text starts a word of the name, or "inside" if it occurs inside a word. */
function placeOf(name: string, text: string): "word" | "inside" | undefined {
  if (name.split(/[\s:-]+/).some((word) => word.startsWith(text))) return "word";
  return name.includes(text) ? "inside" : undefined;
}

export interface Ranked {
  readonly label: string;
}

export interface RankedGroup<Entry extends Ranked> {
  readonly heading: string;
  readonly entries: readonly Entry[];
}

/**
 * Returns the matching entries, best match first. The group with the best match comes first.
 * Without a search text, groups and entries keep their order.
 */
export function rankGroups<Entry extends Ranked>(
  groups: readonly RankedGroup<Entry>[],
  typed: string,
): RankedGroup<Entry>[] {
  return groups
    .map(({ heading, entries }) => {
      const matches = entries
        .flatMap((entry) => {
          const rank = rankOf(entry.label, typed);
          return rank === undefined ? [] : [{ entry, rank }];
        })
        .toSorted((a, b) => a.rank - b.rank);
      return { heading, entries: matches.map(({ entry }) => entry), best: matches[0]?.rank ?? 9 };
    })
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => a.best - b.best)
    .map(({ heading, entries }) => ({ heading, entries }));
}
