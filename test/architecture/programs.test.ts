/**
 * Checks rules for the product's programs: the modules that each process loads, and how bundled
 * code finds the files that it reads.
 */
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { PROGRAMS } from "../../scripts/build-server.ts";
import { files, loadedBy, moduleOf, moduleSources, root, text } from "./sources.ts";

test.each([
  [
    "modules/wallet/signer/main.ts",
    [
      "core/money",
      "core/signatures",
      "modules/bitcoin",
      "modules/ledger",
      "modules/wallet",
      "platform",
    ],
  ],
  [
    "modules/pool/process/main.ts",
    ["core/economics", "core/money", "modules/bitcoin", "modules/pool", "platform"],
  ],
  ["modules/pool/house-rig/main.ts", ["modules/pool"]],
])("the process of %s loads exactly its listed modules", (program, modules) => {
  expect([...new Set(loadedBy(program).map(moduleOf))].toSorted()).toEqual(modules);
});

test("bundled code finds its files through platform/process/product-files.ts", () => {
  const bundledFiles = new Set(PROGRAMS.flatMap(loadedBy));
  bundledFiles.delete("platform/process/product-files.ts");
  const itself = /import\.meta\.(?:dirname|filename|main|url)(?!\)\.resolve)/;
  expect([...bundledFiles].filter((file) => itself.test(text(file)))).toEqual([]);
});

/**
 * This library reads its own version number, which is never shown. It also works if the file is
 * missing.
 */
const ASKS_FOR_VERSION = "node_modules/@fastify/swagger/lib/util/read-package-json.js";

test("no bundled library looks for files in its own folder", () => {
  const beside = /\b__dirname\b|\b__filename\b|\bimport\.meta\b/;
  const looking = globSync("dist/server/**/*.js", { cwd: root }).flatMap((file) =>
    text(file)
      .split(/^\/\/ (?=\S+\.[cm]?[jt]s$)/m)
      .filter((part) => part.startsWith("node_modules/") && beside.test(part))
      .map((part) => part.split("\n", 1)[0]),
  );
  expect(looking).toEqual([ASKS_FOR_VERSION]);
});

test("the product imports Node's HTTP only from platform/process/node-http.ts", () => {
  const byName = /^import (?!type\b)[^;'"]*"node:https?"/m;
  const own = moduleSources.filter((file) => moduleOf(file) !== "web");
  expect(own.filter((file) => byName.test(text(file)))).toEqual([]);
});

test("tests that Node runs without Vite use no Vite module functions", () => {
  const vites = /\bvi\.(?:resetModules|(?:do|un)?[mM]ock)\(/;
  expect(files.filter((file) => file.endsWith(".test.ts") && vites.test(text(file)))).toEqual([]);
});
