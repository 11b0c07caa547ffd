/**
 * Creates a user with a running rig, and runs payouts in a separate process, for tests on a real
 * database.
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
  /** New dependencies and a new clock for each test. Read this only inside a test. */
  readonly deps: MiningTestDeps;
  readonly database: Database;
  readonly url: string;
  /** URL with the login of the pool's role. */
  readonly poolUrl: string;
  readonly balance: (userId: string) => Promise<bigint>;
}

/**
 * Opens a ledger whose treasury has enough coins to pay rigs. Call this at the top of a test file.
 */
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
    get poolUrl() {
      return books.poolUrl;
    },
    balance: async (userId) => (await balancesOf(books.database, userId)).availableSats,
  };
}

/** Creates a user with mining switched on and an S19 Pro, without charging the rig's price. */
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
 * Runs payouts in a separate process whose clock shows the time of `deps`. Returns the signal that
 * killed the process, or null.
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
