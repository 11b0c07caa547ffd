/**
 * Returns the full names of a file's tests: the titles of describe and test, joined by " > ". They
 * are read from the file's text. The title of a table (`test.each`) matches the title of each row
 * whose values appear in the file.
 */
export interface Titles {
  has(fullName: string): boolean;
  /** The titles as written in the file, including the placeholders of tables. */
  readonly all: readonly string[];
}

const CALL = /^([ \t]*)(describe|test)((?:\.(?:concurrent|sequential|each|for|runIf|only))*)/gm;
const TAKES_ARGUMENTS = /\.(each|for|runIf)$/;
/** Placeholders that vitest replaces: %s, %i, %j, ..., $name, and ${...} in a template. */
const PLACEHOLDER = /%[sdifjo]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/g;
const ANY_JSON = String.raw`("(?:[^"\\]|\\.)*"|[^\s"]+)`;
const ANY_TEXT = "(.+?)";
const JOIN = " > ";

export function titlesOf(source: string): Titles {
  const all: string[] = [];
  const groups: { readonly indent: number; readonly title: string }[] = [];
  for (const match of source.matchAll(CALL)) {
    const [whole, space = "", kind = "", modifiers = ""] = match;
    const title = titleAt(source, match.index + whole.length, TAKES_ARGUMENTS.test(modifiers));
    if (title === undefined) continue;
    while ((groups.at(-1)?.indent ?? -1) >= space.length) groups.pop();
    if (kind === "describe") groups.push({ indent: space.length, title });
    else all.push([...groups.map((group) => group.title), title].join(JOIN));
  }
  return { all, has: (fullName) => all.some((title) => isTitle(title, fullName, source)) };
}

function isTitle(title: string, fullName: string, source: string): boolean {
  if (title === fullName) return true;
  const places = title.match(PLACEHOLDER) ?? [];
  if (places.length === 0) return false;
  const values = places.map((place) => (place === "%j" ? ANY_JSON : ANY_TEXT));
  const pattern = title
    .split(PLACEHOLDER)
    .map((part, index) => escaped(part) + (values[index] ?? ""))
    .join("");
  const cells = new RegExp(`^${pattern}$`, "s").exec(fullName)?.slice(1);
  return cells?.every((value) => source.includes(value.replaceAll(/^"|"$/g, ""))) ?? false;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * Returns the string literal at the start of the arguments at `from`. If a table comes first, its
 * brackets are skipped.
 */
function titleAt(source: string, from: number, isAfterTable: boolean): string | undefined {
  let at = source.indexOf("(", from);
  if (at < 0 || /[^\s<>\w,[\]"|]/.test(source.slice(from, at))) return undefined;
  if (isAfterTable) at = source.indexOf("(", closingBracket(source, at));
  if (at < 0) return undefined;
  const literal = /^\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/.exec(
    source.slice(at),
  )?.[1];
  if (literal === undefined) return undefined;
  return literal.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}

/**
 * Returns the index after the bracket that closes the bracket at `open`. Brackets inside strings
 * and comments are ignored.
 */
function closingBracket(source: string, open: number): number {
  const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|[()]/g;
  token.lastIndex = open;
  let depth = 0;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    if (match[0] === "(") depth += 1;
    if (match[0] === ")") depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return source.length;
}
