/**
 * Bundles the programs that tests kill or run twice at once. They are bundled like the product,
 * because loading their source files individually would take longer than their work. `cluster.ts`
 * bundles the programs before each run.
 */
import { join } from "node:path";
import { joinPrograms } from "../../../scripts/join-programs.ts";

const FOLDER = "test-programs";
const PROGRAMS = [
  "modules/admin/testing/run-decision.ts",
  "test/support/money/earn-process.ts",
  "test/support/money/forex-process.ts",
  "test/support/money/mining-buyer.ts",
  "test/support/money/mining-payer.ts",
  "test/support/servers/event-sender.ts",
  "test/support/servers/outbox-sender.ts",
  "test/support/money/rig-payer.ts",
  "modules/transparency/testing/run-proof.ts",
  "modules/transparency/testing/run-signing.ts",
  "modules/wallet/testing/run-workers.ts",
] as const;

/** Path of a program's source file. */
export type TestProgram = (typeof PROGRAMS)[number];

export function joinedProgram(source: TestProgram): string {
  const root = join(import.meta.dirname, "..", "..", "..");
  return join(root, "dist", FOLDER, source.replace(/ts$/, "js"));
}

if (import.meta.main)
  await joinPrograms({ folder: FOLDER, programs: PROGRAMS, otherFolders: ["test/support"] });
