/**
 * Tests that a folder is created completely or not at all, and that the next run cleans up
 * leftovers.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processIdentity } from "#platform";
import { diskFolder, removeFolder } from "../../../test/support/servers/scratch-folder.ts";
import { makeComplete } from "./draft-folder.ts";

let parent: string;
let place: string;
beforeEach(() => {
  parent = diskFolder();
  place = join(parent, "copy");
});
afterEach(() => removeFolder(parent));

const make = (draft: string): Promise<string> => {
  writeFileSync(join(draft, "a"), "whole");
  return Promise.resolve(draft);
};

test("a complete folder is created, or replaces an empty folder", async () => {
  await makeComplete(place, async (draft) => {
    expect(existsSync(place)).toBe(false);
    return make(draft);
  });
  expect(readFileSync(join(place, "a"), "utf8")).toBe("whole");
  const empty = join(parent, "empty");
  mkdirSync(empty);
  await makeComplete(empty, make);
  expect(readdirSync(parent).toSorted()).toEqual(["copy", "empty"]);
});

test("an empty folder, such as a mount point, is filled in place", async () => {
  mkdirSync(place);
  const { ino } = statSync(place);
  await makeComplete(place, async (draft) => {
    expect(readdirSync(parent)).toEqual(["copy"]);
    mkdirSync(join(draft, "postgres"));
    return make(draft);
  });
  expect(statSync(place).ino).toBe(ino);
  expect(readdirSync(place).toSorted()).toEqual(["a", "postgres"]);
});

test("an existing folder stays empty after a failure or a kill", async () => {
  mkdirSync(join(place, ".whole.draft-4194305-1"), { recursive: true });
  const failing = makeComplete(place, async (draft) => {
    await make(draft);
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  expect(readdirSync(place)).toEqual([]);
  const meanwhile = makeComplete(place, async (draft) => {
    writeFileSync(join(place, "a"), "other");
    return make(draft);
  });
  await expect(meanwhile).rejects.toThrow("is not empty");
  expect(readFileSync(join(place, "a"), "utf8")).toBe("other");
});

test("the next run completes an interrupted move", async () => {
  mkdirSync(join(place, ".whole"), { recursive: true });
  writeFileSync(join(place, ".whole", "a"), "whole");
  await expect(makeComplete(place, make)).rejects.toThrow("is not empty");
  expect(readdirSync(place)).toEqual(["a"]);
});

test("a failure leaves no files", async () => {
  const failing = makeComplete(place, async (draft) => {
    await make(draft);
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  expect(readdirSync(parent)).toEqual([]);
});

test("a file that appeared in the meantime is not overwritten", async () => {
  const meanwhile = makeComplete(place, async (draft) => {
    mkdirSync(place);
    writeFileSync(join(place, "other"), "");
    return make(draft);
  });
  await expect(meanwhile).rejects.toThrow("is not empty");
  await expect(makeComplete(place, make)).rejects.toThrow("is not empty");
  expect(readdirSync(place)).toEqual(["other"]);
});

test("only drafts of processes that ended are removed", async () => {
  const [, startedAt] = (processIdentity(1) ?? "").split(" ");
  const [killed, reused, running, others] = [
    "copy.draft-4194305-1",
    "copy.draft-1-1",
    `copy.draft-1-${startedAt}`,
    "other.draft-4194305-1",
  ];
  for (const name of [killed, reused, running, others]) mkdirSync(join(parent, name));
  await makeComplete(place, make);
  expect(readdirSync(parent).toSorted()).toEqual(["copy", running, others].toSorted());
});
