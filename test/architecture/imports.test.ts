/**
 * Checks the imports between modules and between the folders of web/ against the allowed imports in
 * `import-rules.json`. Import cycles between files, folders or modules are forbidden, including
 * type imports.
 */
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { MODULES, moduleFolder } from "#platform";
import { drawImports } from "../../scripts/draw-imports.ts";
import rules from "./import-rules.json" with { type: "json" };
import {
  aliases,
  cycleIn,
  files,
  importsOf,
  moduleOf,
  moduleSources,
  sources,
  text,
  valueImportsOf,
  type Import,
} from "./sources.ts";

const webSources = moduleSources.filter((file) => moduleOf(file) === "web");

describe.each([
  {
    of: "modules",
    picture: "modules",
    table: rules.modules as Record<string, readonly string[]>,
    among: moduleSources,
    placeOf: moduleOf,
  },
  {
    of: "folders of web",
    picture: "web-folders",
    table: rules.web as Record<string, readonly string[]>,
    among: webSources.filter((file) => folderOf(file) !== undefined),
    placeOf: folderOf,
  },
])("allowed imports of $of", ({ of, picture, table, among, placeOf }) => {
  const crossing = among
    .flatMap(importsOf)
    .map((found) => ({ ...found, from: placeOf(found.file), place: placeOf(found.target) }))
    .filter(({ from, place }) => place !== undefined && place !== from);

  test.each(Object.keys(table))("%s imports only allowed modules or folders", (place) => {
    const wrong = crossing.filter(
      (found) => found.from === place && !table[place]?.includes(found.place ?? ""),
    );
    expect(wrong.map(asText)).toEqual([]);
  });

  test.each(Object.entries(table))(
    "%s uses each import that the table allows",
    (place, allowed) => {
      const used = crossing.filter(({ from }) => from === place).map((found) => found.place);
      expect(allowed.filter((target) => !used.includes(target))).toEqual([]);
    },
  );

  test("the import table has no cycle", () => {
    const edges = Object.entries(table).flatMap(([from, allowed]) =>
      allowed.map((to) => ({ from, to, by: `${from} > ${to}` })),
    );
    expect(cycleIn(edges)).toEqual([]);
  });

  test("the import table has a row for every module or folder", () => {
    const places = new Set(among.flatMap((file) => placeOf(file) ?? []));
    expect(Object.keys(table).toSorted()).toEqual([...places].toSorted());
  });

  test("the diagram in docs/ matches the table, and `-u` updates it", async () => {
    const drawn = drawImports(`Allowed imports of ${of}`, table);
    await expect(drawn).toMatchFileSnapshot(`../../docs/${picture}.svg`);
  });
});

describe("import cycles", () => {
  test("no file imports itself through other files", () => {
    const all = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).flatMap(importsOf);
    expect(cycleIn(all.map(edgeBetween((file) => file)))).toEqual([]);
  });

  test("no folder imports itself through other folders", () => {
    const edges = sources
      .filter((file) => !file.startsWith("test/"))
      .flatMap(importsOf)
      .map(edgeBetween(dirname));
    expect(cycleIn(edges.filter(({ from, to }) => from !== to))).toEqual([]);
  });
});

/**
 * API files that the browser may load, because they do not import the schema library. The build
 * replaces `paths` by its values.
 */
const SCHEMA_FREE = [
  "address-text",
  "device-text",
  "forex-limits",
  "limits",
  "password-rules",
  "paths",
  "payout-accounts",
  "quote-frame",
  "shell-limits",
  "sign-in-texts",
].map((name) => `api/${name}.ts`);

describe("public APIs", () => {
  test("other modules import a module only through its index.ts", () => {
    // Skips the pages' bundler, which reads API files by their path.
    const wrong = moduleSources
      .filter((file) => moduleOf(file) !== "web")
      .flatMap(importsOf)
      .filter(({ file, to, target }) => to.startsWith(".") && moduleOf(target) !== moduleOf(file));
    expect(wrong.map(asText)).toEqual([]);
  });

  test("each module has an index.ts that package.json lists", () => {
    const places = Object.keys(rules.modules).filter((place) => !/^(api|server|web)$/.test(place));
    expect(places.map((place) => aliases[`#${place.split("/").at(-1)}`])).toEqual(
      places.map((place) => `./${place}/index.ts`),
    );
  });

  test("every owner of database tables is a module", () => {
    const owners = MODULES.map(moduleFolder);
    expect(owners.filter((folder) => !(folder in rules.modules))).toEqual([]);
  });

  test("the browser imports only types from the API, not its route tables", () => {
    const loaded = webSources.flatMap((file) =>
      valueImportsOf(file).filter((target) => target.startsWith("api/")),
    );
    expect(loaded.filter((target) => !SCHEMA_FREE.includes(target))).toEqual([]);
  });

  test("modules export each name explicitly", () => {
    expect(sources.filter((file) => /^export \*/m.test(text(file)))).toEqual([]);
  });

  test("an index.ts has no unused export", () => {
    const taken = new Set(
      files
        .filter((file) => /\.tsx?$/.test(file))
        .flatMap((file) => [...text(file).matchAll(/\{([^{}]*)\} from "(#[\w-]+)"/g)])
        .flatMap(([, names = "", alias]) => namesIn(names).map((name) => `${alias} ${name}`)),
    );
    const shown = Object.entries(aliases)
      .filter(([alias]) => !alias.includes("/"))
      .flatMap(([alias, index]) =>
        [...text(index).matchAll(/^export (?:type )?\{([^{}]*)\} from/gm)].flatMap(
          ([, names = ""]) => namesIn(names).map((name) => `${alias} ${name}`),
        ),
      );
    expect(shown.filter((name) => !taken.has(name))).toEqual([]);
  });
});

/**
 * Returns the folder of a file in web/, or undefined for a file directly in web/, which may import
 * every folder.
 */
function folderOf(file: string): string | undefined {
  const [top, folder = "", feature = "", ...rest] = file.split("/");
  if (top !== "web" || feature === "") return undefined;
  return folder === "features" && rest.length > 0 ? `${folder}/${feature}` : folder;
}

function edgeBetween(placeOf: (file: string) => string) {
  return (found: Import) => ({
    from: placeOf(found.file),
    to: placeOf(found.target),
    by: asText(found),
  });
}

function asText({ file, to }: Import): string {
  return `${file} imports ${to}`;
}

/** Returns the exported names in a list: a, B and c for `a, type B, c as d`. */
function namesIn(list: string): string[] {
  return [...list.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)].map(([, name = ""]) => name);
}
