/**
 * Somebody with a rig that mines, and the process that pays for it, for tests on a real database.
 */
import { balancesOf } from "#ledger";
import { newId, type Database } from "#platform";
import { beforeAll, beforeEach } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningParts,
  type MiningTestParts,
} from "../../../test/support/money/mining.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { ownerWith } from "../../../test/support/money/shop.ts";
import { getMining } from "../get-mining.ts";
import { installRig } from "../install-rig.ts";
import { startMining } from "../start-mining.ts";

export interface RigScene {
  /**
   * These three are there once the tests run; the parts are new for each, and so is their clock.
   */
  readonly parts: MiningTestParts;
  readonly database: Database;
  readonly url: string;
  /** Available satoshis. */
  readonly balance: (userId: string) => Promise<bigint>;
}

/** Books with a treasury that can pay rigs. Call it at the top of a test file. */
export function openRigScene(): RigScene {
  const books = fileDatabase();
  let parts: MiningTestParts;
  beforeAll(() => fundTreasury(books.database, 1_000_000_000n));
  beforeEach(() => {
    parts = miningParts(books.database);
  });
  return {
    get parts() {
      return parts;
    },
    get database() {
      return books.database;
    },
    get url() {
      return books.url;
    },
    balance: async (userId) => (await balancesOf(books.database, userId)).availableSats,
  };
}

/** A user with an S19 Pro that was paid elsewhere, and mining switched on. */
export async function ownerOfRig(parts: MiningTestParts, sats: bigint) {
  const userId = await ownerWith(parts.database, sats);
  const rigId = newId("rig", parts.clock.now());
  await parts.database.transaction((tx) =>
    installRig(tx, {
      id: rigId,
      userId,
      name: "S19 Pro",
      hashRateThs: "110",
      powerKw: "3.25",
      startsAt: parts.clock.now(),
      paidSats: 5_833_334n,
      paidCents: 350_000n,
    }),
  );
  await startMining(parts, { userId });
  return { userId, rigId };
}

export async function rigOf(parts: MiningTestParts, userId: string) {
  return (await getMining(parts, { userId })).rigs[0];
}

/**
 * Pays what is due at the time of `parts` in a process of its own; returns the signal that killed
 * it, if one did.
 */
export async function payInProcess(
  parts: MiningTestParts,
  databaseUrl: string,
  { rounds, failpoint = "" }: { readonly rounds: number; readonly failpoint?: string },
): Promise<string | null> {
  const time = parts.clock.now().toISOString();
  return runProgram(
    "test/support/money/mining-payer.ts",
    [databaseUrl, time, String(rounds)],
    failpoint,
  );
}
