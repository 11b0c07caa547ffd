/**
 * Checks rules for the text of files: the tables used in SQL, file names, forbidden words, comment
 * width, paths in documents, and money types.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MODULES, moduleFolder } from "#platform";
import { files, isInModule, isTest, moduleOf, root, sources, text } from "./sources.ts";

const own = files.filter((file) => !file.startsWith("test/architecture/"));

test("SQL names a module's tables only inside that module", () => {
  const owners = MODULES.map((prefix) => ({
    folder: moduleFolder(prefix),
    names: new RegExp(`\\b(from|join|into|update|table|references)\\s+${prefix}_[a-z_]+`, "i"),
  }));
  const wrong = files
    .filter((file) => /\.(ts|sql)$/.test(file) && isInModule(file) && !isTest(file))
    .flatMap((file) =>
      owners
        .filter(({ folder, names }) => folder !== moduleOf(file) && names.test(text(file)))
        .map(({ folder }) => `${file} names a table of ${folder}`),
    );
  expect(wrong).toEqual([]);
});

test("no file or folder has a meaningless name", () => {
  const empty = /(^|\/)(utils?|helpers?|common|misc|base|managers?|services?|data|types)(\.|\/)/;
  const named = files.map((file) => file.replace(/^web\/data\//, "web/"));
  expect(named.filter((file) => empty.test(file))).toEqual([]);
});

test("the product contains no forbidden phrases", () => {
  const banned = /\bguaranteed\b|risk-free|double your|act now|isn.t implemented/i;
  expect(own.filter((file) => isInModule(file) && banned.test(text(file)))).toEqual([]);
});

test("a comment line has at most 100 columns, unless it cannot be broken", () => {
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

test("the code contains no unfinished work", () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b|\.(skip|only|todo)\(|@ts-ignore/;
  expect(
    own.filter((file) => /\.(ts|tsx|sql|css|mjs)$/.test(file) && marks.test(text(file))),
  ).toEqual([]);
});

test("files named in documents exist", () => {
  const paths = /`((?:core|api|platform|modules|server|web|test|scripts|docs|deploy)\/[\w./-]+)`/g;
  const named = files
    .filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md")
    .flatMap((file) => [...text(file).matchAll(paths)].map(([, path = ""]) => ({ file, path })));
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test("money is never a float", () => {
  const floats = /parseFloat\(|\* ?1e8\b|Math\.random\(/;
  const moneyModules =
    /^(?:core\/(?:money|market)|modules\/(?:ledger|wallet|mining|earn|shop|analytics|admin|users|bitcoin)|server)\//;
  expect(sources.filter((file) => moneyModules.test(file) && floats.test(text(file)))).toEqual([]);
});
