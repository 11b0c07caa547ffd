/**
 * Checks that no source file contains the seed's text "This feature isn't implemented yet", which
 * the product must never show.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const ELSEWHERE = ["node_modules", "dist", "data", "docs", "test"];
const WORDS = /(isn['’]t|is not) implemented yet|request it in your next prompt/i;

test("no source contains the text about unimplemented features", () => {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .filter((name) => !ELSEWHERE.includes(name));
  expect(folders).toContain("web");
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|tsx|js|html|css)$/.test(name))
      .map((name) => join(ROOT, folder, name))
      .filter((file) => statSync(file).isFile()),
  );
  expect(files.length).toBeGreaterThan(300);
  const unfinished = files.filter((file) => WORDS.test(readFileSync(file, "utf8")));
  expect(unfinished).toEqual([]);
  expect(WORDS.test("This feature isn't implemented yet")).toBe(true);
});
