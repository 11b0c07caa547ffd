/**
 * Somebody with a rig that mines, and the process that pays for it, for tests on a real database.
 */
import { balancesOf } from "#ledger";
import { newId, type Database } from "#platform";
import { beforeAll, beforeEach } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  type MiningTestDeps,
} from "../../../test/support/money/mining.ts";
import { runProgram } from "../../../test/support/servers/program.ts";
import { ownerWith } from "../../../test/support/money/shop.ts";
import { getMining } from "../get-mining.ts";
import { installRig } from "../rigs/install-rig.ts";
import { startMining } from "../start-mining.ts";

export interface RigScene {
  /**
   * These three are there once the tests run; the dependencies are new for each, and so is their
   * clock.
   */
  readonly deps: MiningTestDeps;
  readonly database: Database;
  readonly url: string;
  /** Available satoshis. */
  readonly balance: (userId: string) => Promise<bigint>;
}

/** Books with a treasury that can pay rigs. Call it at the top of a test file. */
export function openRigScene(): RigScene {
  const books = fileDatabase();
  let deps: MiningTestDeps;
  beforeAll(() => fundTreasury(books.database, 1_000_000_000n));
  beforeEach(() => {
    deps = miningDeps(books.database);
  });
  return {
    get deps() {
      return deps;
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
export async function ownerOfRig(deps: MiningTestDeps, sats: bigint) {
  const userId = await ownerWith(deps.database, sats);
  const rigId = newId("rig", deps.clock.now());
  await deps.database.transaction((tx) =>
    installRig(tx, {
      id: rigId,
      userId,
      name: "S19 Pro",
      hashRateThs: "110",
      powerKw: "3.25",
      startsAt: deps.clock.now(),
      paidSats: 5_833_334n,
      paidCents: 350_000n,
    }),
  );
  await startMining(deps, { userId });
  return { userId, rigId };
}

export async function rigOf(deps: MiningTestDeps, userId: string) {
  return (await getMining(deps, { userId })).rigs[0];
}

/**
 * Pays what is due at the time of `deps` in a process of its own; returns the signal that killed
 * it, if one did.
 */
export async function payInProcess(
  deps: MiningTestDeps,
  databaseUrl: string,
  { rounds, failpoint = "" }: { readonly rounds: number; readonly failpoint?: string },
): Promise<string | null> {
  const time = deps.clock.now().toISOString();
  return runProgram(
    "test/support/money/mining-payer.ts",
    [databaseUrl, time, String(rounds)],
    failpoint,
  );
}
