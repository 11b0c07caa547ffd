import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { memoryFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { StartError } from "../errors/start-error.ts";
import { readConfig } from "../config.ts";

const folder = memoryFolder();
afterAll(() => removeFolder(folder));

function written(text: string): string {
  const file = join(folder, "secret");
  writeFileSync(file, text);
  return file;
}

test("a setting can be read from a file, without the trailing line break", () => {
  const file = written("postgres://ann:secret@host/floor\n");
  expect(readConfig({ DATABASE_URL_FILE: file })).toEqual(
    readConfig({ DATABASE_URL: "postgres://ann:secret@host/floor" }),
  );
});

test.each([
  [
    "a setting that is also in a file",
    { SMTP_URL: "smtp://a", SMTP_URL_FILE: written("smtp://b") },
    /^SMTP_URL and SMTP_URL_/,
  ],
  [
    "a missing file",
    { SMTP_URL_FILE: join(folder, "none") },
    /^SMTP_URL_FILE: .*none cannot be read/,
  ],
  ["an empty file", { SMTP_URL_FILE: "/dev/null" }, /^SMTP_URL_FILE: \/dev\/null is empty/],
])("%s is refused with one line", (_, environment, line) => {
  expect(() => readConfig(environment)).toThrow(StartError);
  expect(() => readConfig(environment)).toThrow(line);
});

test("the error for an unreadable file names the setting and not its value", () => {
  const file = written("mysql://ann:secret@host/floor");
  expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL must(?!.*secret)/);
});
