/**
 * Which statements PostgreSQL keeps prepared. Each connection keeps them for as long as it lives,
 * so only texts that come again and again get a name, and only so many.
 */

export interface StatementNames {
  /** Undefined: to be sent as it is. */
  of(text: string, valueCount: number): string | undefined;
  /**
   * The text to send under such a name: a pooler knows statements by their text, and has to prepare
   * anew what does not fit its tables any more.
   */
  textOf(text: string): string;
  /** What was prepared under that name does not fit its tables any more: all get new names. */
  renew(stale: string): void;
}

interface Bounds {
  /** A text gets its name at this use. */
  readonly usesMin: number;
  readonly namesMax: number;
  /** Whose uses are counted. */
  readonly textsMax: number;
}

const BOUNDS: Bounds = { usesMin: 4, namesMax: 600, textsMax: 2_000 };

/**
 * A filter that may be absent, a pattern, a page of a list: the plan that is good for one value is
 * bad for the next one. A list that has one good plan says `fetch first` in place of `limit`, and
 * an array of few elements `(select $1::uuid[])`: PostgreSQL sees the length of `$1` itself, takes
 * a plan of its own for cheaper, and plans a short one anew each time (test/cached-plans.test.ts).
 */
const NEEDS_ITS_VALUES = /\$\d+(?:::\w+)? is null|\blike\b|@>|\blimit (?!1\b)/i;
/** Without values a text may hold several statements, which cannot be prepared. */
const IS_ONE_READ = /^\s*(?:select|with)\b[^;]*$/i;

/** Where nobody keeps what is prepared. */
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
    // Texts that are built from data come once: they must not be kept for ever.
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
