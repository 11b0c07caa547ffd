import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openMasterKey } from "./master-key.ts";
import { StartError } from "./errors/start-error.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "hashfloor-key-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const place = { table: "users_factors", row: "fct_1", column: "secret" };

test("a sealed value can be unsealed after a restart", () => {
  const sealed = openMasterKey(dataDir).seal("otpauth secret", place);
  expect(openMasterKey(dataDir).unseal(sealed, place).toString()).toBe("otpauth secret");
});

test("sealing hides the text and never repeats its bytes", () => {
  const key = openMasterKey(dataDir);
  const sealed = key.seal("plain words", place);
  expect(sealed.includes("plain words")).toBe(false);
  expect(key.seal("plain words", place).equals(sealed)).toBe(false);
});

test("a sealed value with any changed or missing byte is refused", () => {
  const key = openMasterKey(dataDir);
  const sealed = key.seal("x", place);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => key.unseal(changed, place)).toThrow(Error);
    expect(() => key.unseal(sealed.subarray(0, at), place)).toThrow(Error);
  }
});

test.each([
  { ...place, table: "users_sessions" },
  { ...place, row: "fct_2" },
  { ...place, column: "recovery" },
])("a value moved to %o cannot be unsealed", (elsewhere) => {
  const key = openMasterKey(dataDir);
  const sealed = key.seal("mine", place);
  expect(() => key.unseal(sealed, elsewhere)).toThrow(Error);
});

test("a value cannot be unsealed with another key", () => {
  const sealed = openMasterKey(dataDir).seal("mine", place);
  rmSync(join(dataDir, "master-key"));
  expect(() => openMasterKey(dataDir).unseal(sealed, place)).toThrow(Error);
});

test("only the owner can read the key file", () => {
  openMasterKey(dataDir);
  const path = join(dataDir, "master-key");
  expect(readFileSync(path)).toHaveLength(32);
  expect(statSync(path).mode & 0o777).toBe(0o400);
});

test("a damaged or exposed key file stops the start and is not changed", () => {
  const path = join(dataDir, "master-key");
  writeFileSync(path, "short", { mode: 0o400 });
  expect(() => openMasterKey(dataDir)).toThrow(StartError);
  expect(readFileSync(path, "utf8")).toBe("short");
  rmSync(path);
  openMasterKey(dataDir);
  chmodSync(path, 0o444);
  expect(() => openMasterKey(dataDir)).toThrow(/chmod 400/);
});
