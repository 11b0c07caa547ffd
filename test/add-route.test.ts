/**
 * Tests that three edits are enough to add a route. The test makes the edits that CONTRIBUTING.md
 * lists in a copy of the sources. The compiler must report a missing second or third edit, and all
 * other code must derive the route from the first edit.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryFolder, removeFolder } from "./support/servers/scratch-folder.ts";

interface Edit {
  /**
   * Start of the line after which the new lines are inserted. It must occur only once in all
   * sources.
   */
  readonly after: string;
  readonly lines: string;
}

const ROW: Edit = {
  after: "export const watchListApi = {",
  lines: `  recallFollowed: {
    method: "POST",
    path: "/api/v1/wallet/followed/{txid}/recall",
    auth: "user",
    keyScope: "trade",
    movesMoney: true,
    summary: "Recall a followed transaction",
    params,
    body: z.strictObject({ amountSats: z.int().max(7), reason: z.string().min(3) }),
    response: z.object({ note: z.string().optional(), isRecalled: z.literal(true) }),
  },
`,
};
const HANDLER: Edit = {
  after: "export function watchListRoutes(",
  lines: `  return { ...older(deps), recallFollowed: async () => ({ isRecalled: true }) };
}

function older(deps: WatchListDeps): Omit<Handlers<typeof watchListApi>, "recallFollowed"> {
`,
};
const RIGHTS: Edit = {
  after: "export const walletRows = {",
  lines: `  recallFollowed: ownerOnly(404, ({ followedTxid }) => ({ txid: followedTxid })),
`,
};

/** A call to the route in the browser. It compiles only if the browser knows the route's input. */
const CALL = `import { api } from "CLIENT";

export const answer: Promise<{ isRecalled: true }> = api("recallFollowed", {
  params: { txid: "x" },
  body: { amountSats: 1, reason: "a test" },
});
`;

/** The first line of each declaration whose name the program `ASK` imports. */
const DECLARATIONS = {
  paths: "export const paths = Object.fromEntries(",
  tables: "export const tables =",
  createHttpServer: "export async function createHttpServer(",
  registerOpenApi: "export async function registerOpenApi(",
  registerApi: "export function registerApi<",
  apiRows: "export const apiRows:",
  writes: "export const writes =",
};

/**
 * A program that prints the route's entries in the browser's paths, the OpenAPI document, the
 * sample bodies and the access table.
 */
const ASK = `
import { silentLog } from "#platform";

const app = await createHttpServer({
  log: silentLog,
  inlineHashes: { scripts: [], styles: [] },
  connectHosts: [],
});
await registerOpenApi(app, { version: "0" });
registerApi(app, tables.watchList, {}, {});
await app.ready();
const name = "recallFollowed";
const operation = app.swagger().paths["/api/v1/wallet/followed/{txid}/recall"].post;
const { operationId, security } = operation;
console.log(JSON.stringify({
  browser: paths[name],
  document: { operationId, security, body: operation.requestBody !== undefined },
  write: writes[name],
  rights: apiRows[name],
}));
process.exit(0);
`;

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /^package\.json$|^tsconfig.*\.json$|\.(?:tsx?|json|css)$/.test(file));
let copy: string;

beforeAll(() => {
  copy = memoryFolder();
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => removeFolder(copy));

const read = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");

function fileWith(line: string): string {
  const [file = "", ...others] = files.filter((one) => read(root, one).includes(`\n${line}`));
  expect(others).toEqual([]);
  return file;
}

function apply({ after, lines }: Edit): void {
  const file = fileWith(after);
  const text = read(copy, file);
  const end = text.indexOf("{\n", text.indexOf(after)) + 2;
  writeFileSync(join(copy, file), text.slice(0, end) + lines + text.slice(end));
}

/** Returns the compiler's errors for the whole copy, or only for the given files. */
function compile(...only: string[]): string {
  const config = {
    extends: "./tsconfig.json",
    ...(only.length > 0 && { files: only, include: [] }),
  };
  writeFileSync(join(copy, "tsconfig.route.json"), JSON.stringify(config));
  const tsc = [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.route.json"];
  return spawnSync(process.execPath, tsc, { cwd: copy, encoding: "utf8" }).stdout;
}

test("adding a route takes three edits: its row, its handler and its access row", () => {
  apply(ROW);
  const handlers = fileWith(HANDLER.after);
  const missing = compile(handlers, "test/authorisation.ts");
  expect(missing).toContain(handlers);
  expect(missing).toContain("test/authorisation.ts");
  expect(missing.match(/^\S.*error/gm)).toHaveLength(2);

  apply(HANDLER);
  apply(RIGHTS);
  const client = fileWith("export function api<");
  writeFileSync(join(copy, "web/recall.ts"), CALL.replace("CLIENT", join(copy, client)));
  expect(compile()).toBe("");
  expect(files.filter((file) => read(copy, file) !== read(root, file))).toHaveLength(3);
}, 300_000);

test("the browser and the OpenAPI document derive the route from its row", () => {
  const imports = Object.entries(DECLARATIONS).map(
    ([name, line]) => `import { ${name} } from "./${fileWith(line)}";`,
  );
  writeFileSync(join(copy, "ask.ts"), imports.join("\n") + ASK);
  const { stdout, stderr } = spawnSync(process.execPath, ["ask.ts"], {
    cwd: copy,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    browser: {
      method: "POST",
      path: "/api/v1/wallet/followed/{txid}/recall",
      movesMoney: true,
      mark: "isRecalled",
    },
    document: {
      operationId: "recallFollowed",
      security: [{ bearer: [] }, { key: ["trade"] }],
      body: true,
    },
    write: { body: { amountSats: 7, reason: "xxx" } },
    rights: { anonymous: 401, user: 404, stranger: 404, administrator: 404 },
  });
});
