import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLogFile } from "./log-file.ts";
import { createLog } from "./log.ts";

let folder: string;
let notices: string[];
const notify = (text: string) => notices.push(text);

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "hashfloor-log-")), "log");
  notices = [];
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const read = (name: string) => readFileSync(join(folder, name), "utf8");

test("only the owner can read the log", () => {
  openLogFile({ folder, notify }).write("line\n");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "hashfloor.log")).mode & 0o777).toBe(0o600);
});

test("a line is on disk when the write call returns", () => {
  const log = createLog("info", [], openLogFile({ folder, notify }));
  log.info("the first line");
  expect(JSON.parse(read("hashfloor.log"))).toMatchObject({ level: 30, msg: "the first line" });
});

test("a later start appends to the file", () => {
  openLogFile({ folder, notify }).write("first\n");
  openLogFile({ folder, notify }).write("second\n");
  expect(read("hashfloor.log")).toBe("first\nsecond\n");
});

test("a full file is rotated, and the oldest file is deleted", () => {
  const file = openLogFile({ folder, notify, bytesMax: 8, filesMax: 3 });
  for (let line = 1; line <= 9; line += 1) file.write(`l ${line}\n`);
  expect(readdirSync(folder).toSorted()).toEqual([
    "hashfloor.1.log",
    "hashfloor.2.log",
    "hashfloor.log",
  ]);
  expect(read("hashfloor.log")).toBe("l 9\n");
  expect(read("hashfloor.1.log")).toBe("l 7\nl 8\n");
  expect(read("hashfloor.2.log")).toBe("l 5\nl 6\n");
});

test("the size of an existing file counts towards the limit", () => {
  openLogFile({ folder, notify, bytesMax: 8 }).write("seven..\n");
  openLogFile({ folder, notify, bytesMax: 8 }).write("next\n");
  expect(read("hashfloor.log")).toBe("next\n");
});

test("secrets are removed from the file", () => {
  const log = createLog("info", ["hunter2hunter2"], openLogFile({ folder, notify }));
  log.error({ error: new Error("login with hunter2hunter2 failed") });
  expect(read("hashfloor.log")).not.toContain("hunter2");
  expect(notices.join()).not.toContain("hunter2");
});

test("errors appear in the terminal as one line, at most once a minute", () => {
  const log = createLog("info", [], openLogFile({ folder, notify }));
  log.warn("a warning");
  log.error({ error: new Error("no room") }, "worker round failed");
  log.error("worker round failed again");
  expect(notices).toEqual([
    `An error was logged: worker round failed. Details are in ${join(folder, "hashfloor.log")}.`,
  ]);
});

test("each fatal line is printed in the terminal", () => {
  const log = createLog("info", [], openLogFile({ folder, notify }));
  log.error("the first");
  log.fatal("the ledger verification failed");
  expect(notices).toHaveLength(2);
});

test("a log folder that becomes read-only does not end the program", () => {
  const file = openLogFile({ folder, notify, bytesMax: 4 });
  file.write("one\n");
  rmSync(folder, { recursive: true });
  // A folder with the log file's name, which cannot be replaced by a file.
  mkdirSync(join(folder, "hashfloor.log", "full"), { recursive: true });
  mkdirSync(join(folder, "hashfloor.1.log", "full"), { recursive: true });
  expect(() => file.write("two\n")).not.toThrow();
  // The closed log file's descriptor now belongs to another file.
  const other = join(folder, "other");
  const number = openSync(other, "a");
  expect(() => file.write("three\n")).not.toThrow();
  closeSync(number);
  expect(readFileSync(other, "utf8")).toBe("");
});

test("an error line that is not JSON is also printed", () => {
  openLogFile({ folder, notify }).write('{"level":50,"msg":"cut\n');
  expect(notices).toHaveLength(1);
});

test("a log folder that cannot be created stops the start with one line", () => {
  writeFileSync(folder, "a file");
  expect(() => openLogFile({ folder, notify })).toThrow(/^DATA_DIR: cannot use \S+log: [^\n]+$/);
});
