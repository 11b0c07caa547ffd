/**
 * Tests the backup state on the operations page. The responding process reads the state from its
 * data folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import type { Machine } from "../office/deps.ts";
import { getOperations } from "./get-operations.ts";

const file = fileDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "operations-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

test.each([
  ["runs background jobs", true, "none"],
  ["runs no background jobs", false, "elsewhere"],
])("a process that %s reports the backup state of an empty folder", async (_, works, state) => {
  const machine: Machine = {
    works,
    startedAt: new Date(),
    nodeState: async () => ({ problem: "away" }),
    disk: async () => null,
    loopLagMs: () => null,
    workers: () => [],
  };
  const { copy } = await getOperations({
    clock: systemClock,
    database: file.database,
    dataDir,
    machine,
  });
  expect(copy).toEqual({ state });
});
