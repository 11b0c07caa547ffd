import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFacts, readKeyFiles } from "./data-files.ts";

test("a backup contains keys and state files, but no log", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-data-"));
  mkdirSync(join(dataDir, "log"));
  for (const name of ["master-key", "signer-key", "audit-head", "log/hashfloor.log"])
    writeFileSync(join(dataDir, name), name);
  const names = Object.keys({ ...readKeyFiles(dataDir), ...readFacts(dataDir) });
  rmSync(dataDir, { recursive: true });
  expect(names).toEqual(["master-key", "signer-key", "audit-head"]);
});
