/**
 * Reads docs/seed-parity.md and the titles of the tests it lists. Every row must contain the exact
 * title of an existing test, or be listed under "Open" if its test is still to be written.
 */
import { titlesOf } from "./test-titles.ts";

export interface ParityRow {
  readonly id: string;
  /** Section of the requirement document that contains the requirement. */
  readonly place: string;
  readonly requirement: string;
  readonly here: string;
  /** The tests that cover the requirement, each as `file › full test name`. */
  readonly tests: readonly string[];
}

export interface Parity {
  readonly rows: readonly ParityRow[];
  /** Requirements without a test. */
  readonly open: readonly ParityRow[];
}

const ROWS_MIN = 250;

const CELLS = 5;
const SEPARATOR = " › ";

export function readParity(markdown: string): Parity {
  const [closed = "", open = ""] = markdown.split(/^## Open$/m);
  return { rows: rowsOf(closed), open: rowsOf(open) };
}

/**
 * Returns the problems in docs/seed-parity.md, one sentence each. `readFile` returns undefined for
 * a file that does not exist.
 */
export function parityProblems(
  { rows, open }: Parity,
  readFile: (path: string) => string | undefined,
  rowsMin = ROWS_MIN,
): string[] {
  const problems: string[] = [];
  if (rows.length < rowsMin) problems.push(`${rows.length} rows, at least ${rowsMin} are wanted`);
  const titlesByFile = new Map<string, ReturnType<typeof titlesOf> | undefined>();
  const hasTest = (reference: string): string | undefined => {
    const [file = "", ...names] = reference.split(SEPARATOR);
    const name = names.join(SEPARATOR);
    if (name === "") return `"${reference}" is no \`file › full test name\``;
    if (!titlesByFile.has(file)) {
      const text = readFile(file);
      titlesByFile.set(file, text === undefined ? undefined : titlesOf(text));
    }
    const titles = titlesByFile.get(file);
    if (!titles) return `${file} does not exist`;
    return titles.has(name) ? undefined : `${file} has no test "${name}"`;
  };
  const ids = new Set<string>();
  for (const row of [...rows, ...open]) {
    if (ids.has(row.id)) problems.push(`${row.id}: the id repeats`);
    ids.add(row.id);
    if (row.requirement === "" || row.here === "") problems.push(`${row.id}: an empty cell`);
  }
  for (const { id, tests } of rows) {
    if (tests.length === 0) problems.push(`${id}: no test`);
    for (const reference of tests) {
      const problem = hasTest(reference);
      if (problem !== undefined) problems.push(`${id}: ${problem}`);
    }
  }
  return problems;
}

function rowsOf(markdown: string): ParityRow[] {
  return markdown
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (id|-+) /.test(line))
    .map(rowOf);
}

function rowOf(line: string): ParityRow {
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
  if (cells.length !== CELLS) throw new Error(`not ${CELLS} cells: ${line}`);
  const [id = "", place = "", requirement = "", here = "", test = ""] = cells;
  const tests = [...test.matchAll(/`([^`]+)`/g)].map(([, reference = ""]) => reference);
  return { id, place, requirement, here, tests };
}
