/**
 * Chooses the statements that PostgreSQL keeps prepared. Each connection keeps them for its
 * lifetime, so only repeated statements get a name, up to a limit.
 */

export interface StatementNames {
  /** Returns the name under which to prepare a statement. Undefined: send it unprepared. */
  of(text: string, valueCount: number): string | undefined;
  /**
   * Returns the text to send under this name. Poolers identify statements by their text, so the
   * text must change when the name is renewed.
   */
  textOf(text: string): string;
  /**
   * Gives all statements new names, because the tables of the statement with this name have
   * changed.
   */
  renew(stale: string): void;
}

interface Bounds {
  /** The number of uses after which a statement gets a name. */
  readonly usesMin: number;
  readonly namesMax: number;
  /** The number of statements whose uses are counted. */
  readonly textsMax: number;
}

const BOUNDS: Bounds = { usesMin: 4, namesMax: 600, textsMax: 2_000 };

/**
 * Matches statements whose best plan depends on their values: an optional filter, a pattern, a page
 * of a list. They are planned at each use. A list with a single good plan uses `fetch first`
 * instead of `limit`, and a short array uses `(select $1::uuid[])`. PostgreSQL sees the length of a
 * bare `$1`, prefers a custom plan, and would plan the statement each time
 * (test/cached-plans.test.ts).
 */
const NEEDS_ITS_VALUES = /\$\d+(?:::\w+)? is null|\blike\b|@>|\blimit (?!1\b)/i;
/** A query without values may contain several statements, which cannot be prepared. */
const IS_ONE_READ = /^\s*(?:select|with)\b[^;]*$/i;

/** For connections that keep no prepared statements. */
export const NO_NAMES: StatementNames = {
  of: () => undefined,
  textOf: (text) => text,
  renew: () => undefined,
};

export function createStatementNames(bounds: Bounds = BOUNDS): StatementNames {
  const { usesMin, namesMax, textsMax } = bounds;
  const uses = new Map<string, number>();
  const numbers = new Map<string, number>();
  let generation = 1;
  const nameOf = (number: number): string => `hashfloor_${generation}_${number}`;

  const count = (text: string): number => {
    // Statements that contain data occur only once and would fill the memory.
    if (uses.size >= textsMax) uses.clear();
    const now = (uses.get(text) ?? 0) + 1;
    uses.set(text, now);
    return now;
  };

  return {
    of(text, valueCount) {
      const number = numbers.get(text);
      if (number !== undefined) return nameOf(number);
      if (numbers.size >= namesMax || !mayBeNamed(text, valueCount)) return undefined;
      if (count(text) < usesMin) return undefined;
      uses.delete(text);
      numbers.set(text, numbers.size + 1);
      return nameOf(numbers.size);
    },
    textOf: (text) => (generation === 1 ? text : `${text} -- ${generation}`),
    renew(stale) {
      if (stale.startsWith(`hashfloor_${generation}_`)) generation += 1;
    },
  };
}

function mayBeNamed(text: string, valueCount: number): boolean {
  return !NEEDS_ITS_VALUES.test(text) && (valueCount > 0 || IS_ONE_READ.test(text));
}
