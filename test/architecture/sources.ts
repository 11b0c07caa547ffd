/** Lists the checkout's source files, and finds their modules and imports. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");

export const text = (file: string): string => readFileSync(join(root, file), "utf8");

export const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard"],
  { cwd: root, encoding: "utf8" },
)
  .split("\n")
  .filter(
    (file) =>
      /\.(ts|tsx|mjs|cjs|sql|css|html|md|json)$/.test(file) && !file.endsWith("package-lock.json"),
  );

export const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);

export const sources = files.filter((file) => /\.(ts|tsx)$/.test(file) && !isTest(file));

/** Returns true if the file is part of the product rather than a script or test support. */
export const isInModule = (file: string): boolean =>
  /^(?:core|api|platform|modules|server|web)\//.test(file);

export const moduleSources = sources.filter(isInModule);

/** Returns a file's module, such as `core/money`, `modules/ledger` or `platform`. */
export function moduleOf(file: string): string {
  const [top = "", folder = ""] = file.split("/");
  return top === "core" || top === "modules" ? `${top}/${folder}` : top;
}

/** The import aliases in package.json (`imports`). */
export const aliases = JSON.parse(text("package.json")).imports as Readonly<Record<string, string>>;

export interface Import {
  readonly file: string;
  /** The import specifier as written in the file. */
  readonly to: string;
  readonly target: string;
}

/**
 * Returns a file's imports of other files in this repository, including type imports and
 * `import()`.
 */
export function importsOf(file: string): Import[] {
  return [
    ...text(file).matchAll(
      /(?:^|\n)(?:import|export)[^;'"]*?from\s*"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import "([^"]+)"/g,
    ),
  ]
    .map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? "")
    .filter((to) => /^[#.]/.test(to))
    .map((to) => ({ file, to, target: targetOf(file, to) }));
}

/** Returns the files that are loaded together with this file. A type-only import loads nothing. */
export function valueImportsOf(file: string): string[] {
  const values = /^(?:import|export) (?!type\b)[^;'"]*?from\s*"([#.][^"]+)"/gm;
  return [...text(file).matchAll(values)].map(([, to = ""]) => targetOf(file, to));
}

/** Returns the program and all files that are loaded with it, except files loaded by `import()`. */
export function loadedBy(program: string): string[] {
  const loaded = new Set([program]);
  for (const file of loaded)
    for (const target of valueImportsOf(file)) if (target.endsWith(".ts")) loaded.add(target);
  return [...loaded];
}

function targetOf(file: string, to: string): string {
  if (to.startsWith(".")) return join(dirname(file), to);
  const alias = aliases[to] ?? aliases[to.replace(/[^/]+$/, "*")]?.replace("*", basename(to));
  return join(alias ?? to);
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/** Returns the names along a cycle in the graph, or an empty array if there is none. */
export function cycleIn(edges: readonly Edge[]): string[] {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const visitedPlaces = new Set<string>();
  const visit = (place: string, path: readonly Edge[]): readonly Edge[] => {
    const start = path.findIndex(({ from }) => from === place);
    if (start >= 0) return path.slice(start);
    if (visitedPlaces.has(place)) return [];
    visitedPlaces.add(place);
    for (const edge of leaving.get(place) ?? []) {
      const cycle = visit(edge.to, [...path, edge]);
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  for (const place of leaving.keys()) {
    const cycle = visit(place, []);
    if (cycle.length > 0) return cycle.map(({ by }) => by);
  }
  return [];
}
