/**
 * The house rules that a compiler does not check: which room may know which, and which folder of
 * the browser application; that folders inside a room know one another in one direction; whose
 * tables SQL may name, what words the product does not use. The arrows are those that
 * ARCHITECTURE.md draws.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { moduleFolder, MODULES } from "#platform";
import { PROGRAMS } from "../scripts/build-server.ts";

const root = join(import.meta.dirname, "..");

const text = (file: string): string => readFileSync(join(root, file), "utf8");

/**
 * Room -> the rooms it may import, as ARCHITECTURE.md has them. Its tests may import any of the
 * test support as well.
 */
const arrows = arrowsOf("Module");

/** The same of the folders in web/. */
const folderArrows = arrowsOf("Folder");

/** The rooms with tables; SQL that names `<owner>_...` stands only in the owner's room. */
const tableOwners = MODULES.map((owner) => ({ owner, room: roomOf(`${moduleFolder(owner)}/`) }));

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(
    (file) =>
      /\.(ts|tsx|mjs|cjs|sql|css|html|md|json)$/.test(file) && !file.endsWith("package-lock.json"),
  );
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
const sources = files.filter((file) => /\.(ts|tsx)$/.test(file) && !isTest(file));
const roomSources = sources.filter((file) => roomOf(file) in arrows);

/**
 * What of the API the browser may load: nothing there imports the schema library. The build of the
 * pages replaces `paths` by its values.
 */
const SCHEMA_FREE = [
  "address-text",
  "device-text",
  "limits",
  "password-rules",
  "paths",
  "payout-accounts",
  "quote-frame",
  "shell-limits",
  "sign-in-texts",
];

const webSources = sources.filter((file) => roomOf(file) === "web");

describe.each([
  {
    of: "rooms",
    table: arrows,
    among: roomSources,
    placeOf: roomOf,
    targetOf: targetRoom,
  },
  {
    of: "folders of web",
    table: folderArrows,
    among: webSources.filter((file) => folderOf(file) !== undefined),
    placeOf: folderOf,
    targetOf: targetFolder,
  },
])("arrows between $of", ({ table, among, placeOf, targetOf }) => {
  test.each(Object.keys(table))("%s imports only what it may know", (place) => {
    const wrong = among
      .filter((file) => placeOf(file) === place)
      .flatMap((file) => importsOf(file).map((to) => ({ file, to, target: targetOf(file, to) })))
      .filter(
        ({ target }) => target !== undefined && target !== place && !table[place]?.includes(target),
      )
      .map(({ file, to }) => `${file} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test.each(Object.entries(table))("%s uses each of its arrows", (place, may) => {
    const used = new Set(
      among
        .filter((file) => placeOf(file) === place)
        .flatMap((file) => importsOf(file).map((to) => targetOf(file, to))),
    );
    expect(may.filter((target) => !used.has(target))).toEqual([]);
  });

  test("the table has no cycle", () => {
    expect(cycleIn(table)).toBeUndefined();
  });
});

describe("arrows", () => {
  test("every room with a door or with tables has its row", () => {
    const doors = Object.keys(JSON.parse(text("package.json")).imports).map((name) =>
      name.slice(1).replace("/*", ""),
    );
    expect(
      [...doors, ...tableOwners.map(({ room }) => room)].filter((room) => !(room in arrows)),
    ).toEqual([]);
  });

  test("rooms are entered by their door only", () => {
    const wrong = roomSources
      .flatMap((file) => importsOf(file).map((to) => ({ file, to })))
      .filter(({ file, to }) => to.startsWith(".") && roomOf(resolved(file, to)) !== roomOf(file))
      .filter(({ file }) => roomOf(file) !== "web")
      .map(({ file, to }) => `${file} reaches into ${to}`);
    expect(wrong).toEqual([]);
  });

  test("every folder of web has its row, and every row its folder", () => {
    const folders = new Set(webSources.flatMap((file) => folderOf(file) ?? []));
    expect(Object.keys(folderArrows).toSorted()).toEqual([...folders].toSorted());
  });

  test("no folder of web, at any depth, knows one that knows it", () => {
    const graph: Record<string, string[]> = {};
    for (const file of webSources) {
      const targets = importsOf(file).filter((to) => to.startsWith("."));
      const folders = targets.map((to) => dirname(resolved(file, to)));
      (graph[dirname(file)] ??= []).push(...folders.filter((to) => to !== dirname(file)));
    }
    expect(cycleIn(graph)).toBeUndefined();
  });

  test("the browser gets types of the API, never the schema library's route tables", () => {
    const wrong = webSources.flatMap((file) =>
      [...text(file).matchAll(/^import (?!type)[^;]*from "([^"]+)"/gm)]
        .map(([, to = ""]) => (to.startsWith("#") ? `${to.slice(1)}.ts` : resolved(file, to)))
        .filter((to) => to.startsWith("api/") && !SCHEMA_FREE.includes(basename(to, ".ts")))
        .map((to) => `${file} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("folders", () => {
  test.each(Object.keys(arrows))("the folders of %s form no circle", (room) => {
    expect(importsInCircles(room)).toEqual([]);
  });
});

test.each([
  ["modules/wallet/signer/main.ts", ["bitcoin", "ledger", "money", "platform", "wallet"]],
  ["modules/pool/process/main.ts", ["bitcoin", "economics", "money", "platform", "pool"]],
  ["modules/pool/house-rig/main.ts", ["pool"]],
])("the process of %s loads the rooms that it works with and no other", (program, rooms) => {
  expect([...new Set(loadedBy(program).map(roomOf))].toSorted()).toEqual(rooms);
});

test("what is joined finds its files by platform/process/product-files.ts", () => {
  const joined = new Set(PROGRAMS.flatMap(loadedBy));
  joined.delete("platform/process/product-files.ts");
  const itself = /import\.meta\.(?:dirname|filename|main|url)(?!\)\.resolve)/;
  expect([...joined].filter((file) => itself.test(text(file)))).toEqual([]);
});

/** It asks for its own version, which is nowhere shown, and goes on without. */
const ASKS_FOR_VERSION = "node_modules/@fastify/swagger/lib/util/read-package-json.js";

test("no library that is joined looks for files beside itself", () => {
  const beside = /\b__dirname\b|\b__filename\b|\bimport\.meta\b/;
  const looking = globSync("dist/server/**/*.js", { cwd: root }).flatMap((file) =>
    text(file)
      .split(/^\/\/ (?=\S+\.[cm]?[jt]s$)/m)
      .filter((part) => part.startsWith("node_modules/") && beside.test(part))
      .map((part) => part.split("\n", 1)[0]),
  );
  expect(looking).toEqual([ASKS_FOR_VERSION]);
});

test("the product takes Node's HTTP from platform/process/node-http.ts, which says why", () => {
  const byName = /^import (?!type\b)[^;'"]*"node:https?"/m;
  const own = roomSources.filter((file) => roomOf(file) !== "web");
  expect(own.filter((file) => byName.test(text(file)))).toEqual([]);
});

test("tests that Node reads itself neither mock modules nor load them anew, which only Vite can", () => {
  const vites = /\bvi\.(?:resetModules|(?:do|un)?[mM]ock)\(/;
  expect(files.filter((file) => file.endsWith(".test.ts") && vites.test(text(file)))).toEqual([]);
});

test("a door shows nothing that nobody comes for", () => {
  const taken = new Set(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...text(file).matchAll(/\{([^{}]*)\} from "#([\w-]+)"/g)])
      .flatMap(([, names = "", room]) => namesIn(names).map((name) => `#${room} ${name}`)),
  );
  const shown = sources
    .filter((file) => /^(?:(?:core|modules)\/)?[\w-]+\/index\.ts$/.test(file))
    .flatMap((file) =>
      [...text(file).matchAll(/^export (?:type )?\{([^{}]*)\} from/gm)].flatMap(([, names = ""]) =>
        namesIn(names).map((name) => `#${roomOf(file)} ${name}`),
      ),
    );
  expect(shown.filter((name) => !taken.has(name))).toEqual([]);
});

test("SQL names a room's tables only inside that room", () => {
  const wrong = files
    .filter((file) => /\.(ts|sql)$/.test(file) && roomOf(file) in arrows && !isTest(file))
    .flatMap((file) =>
      tableOwners
        .filter(({ room }) => room !== roomOf(file))
        .filter(({ owner }) =>
          new RegExp(`\\b(from|join|into|update|table|references)\\s+${owner}_[a-z_]+`, "i").test(
            text(file),
          ),
        )
        .map(({ owner }) => `${file} names a table of ${owner}`),
    );
  expect(wrong).toEqual([]);
});

describe("words", () => {
  const own = files.filter((file) => !file.startsWith("test/architecture"));

  test("no file or folder has a name that says nothing", () => {
    const empty = /(^|\/)(utils?|helpers?|common|misc|base|managers?|services?|data|types)(\.|\/)/;
    const named = files.map((file) => file.replace(/^web\/data\//, "web/"));
    expect(named.filter((file) => empty.test(file))).toEqual([]);
  });

  test("the product promises nothing and hides nothing", () => {
    const banned = /\bguaranteed\b|risk-free|double your|act now|isn.t implemented/i;
    expect(own.filter((file) => roomOf(file) in arrows && banned.test(text(file)))).toEqual([]);
  });

  test("a line of a comment has at most 100 columns, unless it could not be broken", () => {
    const isLong = (line: string): boolean =>
      line.length > 100 &&
      /^\s*(\/\/|\/?\*+) \S+ /.test(line) &&
      !/^\s*\* {3}|oxlint-disable/.test(line);
    const code = own.filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file));
    expect(
      code.flatMap((file) =>
        text(file)
          .split("\n")
          .flatMap((line, index) => (isLong(line) ? [`${file}:${index + 1}`] : [])),
      ),
    ).toEqual([]);
  });

  test("nothing unfinished is merged", () => {
    const marks = /\b(TODO|FIXME|XXX|HACK)\b|\.(skip|only|todo)\(|@ts-ignore/;
    expect(
      own.filter((file) => /\.(ts|tsx|sql|css|mjs)$/.test(file) && marks.test(text(file))),
    ).toEqual([]);
  });
});

test("money is never a float", () => {
  const floats = /parseFloat\(|\* ?1e8\b|Math\.random\(/;
  const rooms = [
    "money",
    "market",
    "ledger",
    "wallet",
    "mining",
    "earn",
    "shop",
    "analytics",
    "admin",
    "users",
    "bitcoin",
    "server",
  ];
  expect(sources.filter((file) => rooms.includes(roomOf(file)) && floats.test(text(file)))).toEqual(
    [],
  );
});

/** A folder at the top, or one of those in core/ and modules/. */
function roomOf(file: string): string {
  const [top = "", folder = ""] = file.split("/");
  return top === "core" || top === "modules" ? folder : top;
}

/** The table of ARCHITECTURE.md with this word above its first column. */
function arrowsOf(heading: string): Readonly<Record<string, readonly string[]>> {
  const [, table = ""] = text("ARCHITECTURE.md").split(
    new RegExp(`^\\| ${heading} +\\| May import.*\\n`, "m"),
  );
  const [rows = ""] = table.split("\n\n");
  return Object.fromEntries(
    [...rows.matchAll(/^\| `(?:core\/|modules\/)?([\w/-]+)\/` +\| (.*?) +\|$/gm)].map(
      ([, room = "", may = ""]) => [room, may === "nothing" ? [] : may.split(", ")],
    ),
  );
}

/** `a > b > a`, when there is one. */
function cycleIn(graph: Readonly<Record<string, readonly string[]>>): string | undefined {
  const seen = new Set<string>();
  const visit = (place: string, path: readonly string[]): string | undefined => {
    if (path.includes(place)) return [...path, place].join(" > ");
    if (seen.has(place)) return undefined;
    seen.add(place);
    for (const next of graph[place] ?? []) {
      const found = visit(next, [...path, place]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const place of Object.keys(graph)) {
    const found = visit(place, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

function importsOf(file: string): string[] {
  return [
    ...text(file).matchAll(
      /(?:^|\n)(?:import|export)[^;'"]*?from\s*"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import "([^"]+)"/g,
    ),
  ].flatMap(([, from, dynamic, bare]) => [from, dynamic, bare].filter((to) => to !== undefined));
}

/**
 * Imports from a folder of the room to another one that in turn comes to need the first. A room's
 * root is a folder as well.
 */
function importsInCircles(room: string): string[] {
  const imports = roomSources
    .filter((file) => roomOf(file) === room)
    .flatMap((file) =>
      importsOf(file)
        .filter((to) => to.startsWith("."))
        .map((to) => ({ file, to: resolved(file, to) })),
    )
    .filter(({ file, to }) => roomOf(to) === room && dirname(file) !== dirname(to));
  const needs = Map.groupBy(imports, ({ file }) => dirname(file));
  const reach = (folder: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const { to } of needs.get(folder) ?? []) {
      if (seen.has(dirname(to))) continue;
      seen.add(dirname(to));
      reach(dirname(to), seen);
    }
    return seen;
  };
  const reached = new Map([...needs.keys()].map((folder) => [folder, reach(folder)]));
  return imports
    .filter(({ file, to }) => reached.get(dirname(to))?.has(dirname(file)))
    .map(({ file, to }) => `${file} imports ${to}`);
}

/** The files of ours that are loaded with this one: an import of types alone loads nothing. */
function valuesFrom(file: string): string[] {
  const doors = JSON.parse(text("package.json")).imports as Readonly<Record<string, string>>;
  return [
    ...text(file).matchAll(/^(?:import|export) (?!type\b)[^;'"]*?from\s*"([#.][^"]+)"/gm),
  ].map(([, to = ""]) =>
    to.startsWith(".")
      ? resolved(file, to)
      : (doors[to] ?? doors[to.replace(/[^/]+$/, "*")]?.replace("*", basename(to)) ?? to).slice(2),
  );
}

/** Itself among them; what is loaded later, by `import()`, is not. */
function loadedBy(program: string): string[] {
  const loaded = new Set([program]);
  for (const file of loaded)
    for (const to of valuesFrom(file)) if (to.endsWith(".ts")) loaded.add(to);
  return [...loaded];
}

/** `a, type B, c as d` names a, B and c. */
function namesIn(list: string): string[] {
  return [...list.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)].map(([, name = ""]) => name);
}

function resolved(file: string, to: string): string {
  return relative(root, join(root, dirname(file), to));
}

function targetRoom(file: string, to: string): string | undefined {
  if (to.startsWith("#")) return to.slice(1).split("/")[0];
  if (to.startsWith(".")) return roomOf(resolved(file, to));
  return undefined;
}

/** Each feature is a folder of its own. Undefined for what stands in the root of web/. */
function folderOf(file: string): string | undefined {
  const [room, folder = "", feature = "", ...rest] = file.split("/");
  if (room !== "web" || feature === "") return undefined;
  return folder === "features" && rest.length > 0 ? `${folder}/${feature}` : folder;
}

function targetFolder(file: string, to: string): string | undefined {
  const target = to.startsWith(".") ? resolved(file, to) : "";
  return roomOf(target) === "web" ? (folderOf(target) ?? "the root") : undefined;
}
