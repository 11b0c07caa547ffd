/**
 * Tests archives as tar writes them, and archives that are truncated, damaged or write outside
 * their folder.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { readTar } from "./read-tar.ts";

let folder: string;
let archive: Buffer;
const large = randomBytes(200_001);

beforeAll(() => {
  folder = diskFolder();
  mkdirSync(join(folder, "base", "1"), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "base", "1", "2619"), large, { mode: 0o600 });
  writeFileSync(join(folder, "empty"), "", { mode: 0o400 });
  archive = execFileSync("tar", ["--format=ustar", "-cf", "-", "-C", folder, "base", "empty"]);
});
afterAll(() => removeFolder(folder));

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 7_777) yield bytes.subarray(from, from + 7_777);
}

async function read(bytes: Buffer) {
  const entries: { name: string; kind: string; mode: number; content: Buffer }[] = [];
  for await (const { name, kind, mode, content } of readTar(pieces(bytes))) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    entries.push({ name, kind, mode, content: Buffer.concat(parts) });
  }
  return entries;
}

test("folders and files are read with their modes", async () => {
  const nothing = Buffer.alloc(0);
  expect(await read(archive)).toEqual([
    { name: "base", kind: "folder", mode: 0o700, content: nothing },
    { name: "base/1", kind: "folder", mode: 0o700, content: nothing },
    { name: "base/1/2619", kind: "file", mode: 0o600, content: large },
    { name: "empty", kind: "file", mode: 0o400, content: nothing },
  ]);
});

test("a truncated, damaged or escaping archive is refused", async () => {
  await expect(read(archive.subarray(0, 100_000))).rejects.toThrow("ends too early");
  const damaged = Buffer.from(archive);
  damaged[0] = 0x58;
  await expect(read(damaged)).rejects.toThrow("a damaged header");
  const options = ["--format=ustar", "-cPf", "-", "-C", join(folder, "base"), "../empty"];
  await expect(read(execFileSync("tar", options))).rejects.toThrow("points out of its folder");
});
