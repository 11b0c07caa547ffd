/**
 * Chooses the statements that PostgreSQL keeps prepared. A connection keeps its prepared statements
 * until it closes, so only repeated statements are named, and only up to a limit.
 */

export interface StatementNames {
  /**
   * Returns the name under which to prepare a statement. Undefined if the statement is to be sent
   * unprepared.
   */
  of(text: string, valueCount: number): string | undefined;
  /**
   * Returns the text to send under this name. The text changes when the name is renewed, because
   * poolers identify statements by their text.
   */
  textOf(text: string): string;
  /**
   * Assigns new names to all statements, because the tables of the statement with the stale name
   * have changed.
   */
  renew(stale: string): void;
}

interface Bounds {
  /** Number of uses after which a statement gets a name. */
  readonly usesMin: number;
  readonly namesMax: number;
  /** Maximum number of statements whose uses are counted. */
  readonly textsMax: number;
}

const BOUNDS: Bounds = { usesMin: 4, namesMax: 600, textsMax: 2_000 };

/**
 * Matches statements whose best plan depends on their values: an optional filter, a pattern, or a
 * page of a list. These statements are planned at each use. To avoid this, a list with a single
 * good plan uses `fetch first` instead of `limit`, and a short array is written as `(select
 * $1::uuid[])`. For a bare `$1`, PostgreSQL sees the array's length and prefers a custom plan, so
 * it would plan the statement at each use (test/cached-plans.test.ts).
 */
const NEEDS_ITS_VALUES = /\$\d+(?:::\w+)? is null|\blike\b|@>|\blimit (?!1\b)/i;
/** A query without values may contain several statements, which cannot be prepared. */
const IS_ONE_READ = /^\s*(?:select|with)\b[^;]*$/i;

/** Statement names for connections that keep no prepared statements. */
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
    // The counts are cleared at the limit, because statements that contain data occur only once and
    // would otherwise fill the memory.
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
