/** Tests the reported state of the ledger after a verification passed, failed, or could not run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readVerdict } from "#ledger";
import { Outage, silentLog, workerStates, type Database } from "#platform";
import { behindTheGuard } from "../../test/support/servers/without-triggers.ts";
import { startSignInServer, type SignInServer } from "../../test/support/servers/sign-in-server.ts";
import { testUser } from "../../test/support/people/user.ts";
import { startLedgerVerifier, type LedgerVerifier } from "./ledger-verifier.ts";

const dataDir = mkdtempSync(join(tmpdir(), "book-keeper-"));
let server: SignInServer;
let verifier: LedgerVerifier;
afterEach(async () => {
  await verifier.stop();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a database outage does not count as a failed verification", async () => {
  server = await startSignInServer();
  let fault: Error | undefined;
  const database = withFault(server.deps.database, () => fault);
  verifier = startLedgerVerifier({ ...server.deps, database, log: silentLog }, dataDir);
  const states = () =>
    workerStates(database).filter(({ name }) => ["book-keeper", "ledger-prover"].includes(name));
  const again = async (reason: string | null) => {
    for (const { name } of states()) server.deps.bus.publish("wake", { worker: name });
    await expect.poll(() => states().map(({ failure }) => failure)).toEqual([reason, reason]);
  };
  await expect.poll(() => states().every(({ lastRoundAt }) => lastRoundAt !== null)).toBe(true);
  const isWhole = async () => (await readVerdict(server.deps.database)).problem === null;
  expect(await isWhole()).toBe(true);
  fault = new Outage("database", "away");
  await again("database: away");
  expect(await isWhole()).toBe(true);
  fault = new Error("no such column");
  await again("no such column");
  expect(await isWhole()).toBe(false);
  fault = undefined;
  await again(null);
  expect(await isWhole()).toBe(true);
});

test("a failed verification applies to all processes until a verification passes", async () => {
  server = await startSignInServer();
  const { database, bus } = server.deps;
  const { userId } = await testUser(database);
  verifier = startLedgerVerifier({ ...server.deps, log: silentLog }, dataDir);
  const problems = async () => {
    const rows = await database.query<{ scope: string; problem: string | null }>(
      "select scope, problem from ledger_verdicts order by scope",
    );
    return rows.map(({ problem }) => problem);
  };
  const verify = () => {
    for (const worker of ["book-keeper", "ledger-prover"]) bus.publish("wake", { worker });
  };
  await expect.poll(problems).toEqual([null, null]);
  const changeBalance = (cents: number) =>
    behindTheGuard(
      database,
      "update ledger_accounts set balance = balance + $2 where name like $1",
      [`%${userId}%`, cents],
    );
  await changeBalance(5);
  verify();
  const failure = expect.stringMatching(/^\d+ problems, first: \w+ of /);
  await expect.poll(problems).toEqual([failure, failure]);
  await changeBalance(-5);
  verify();
  await expect.poll(problems).toEqual([null, null]);
});

/** Wraps the database so that SQL statements on ledger accounts fail with the given error. */
function withFault(database: Database, faultNow: () => Error | undefined): Database {
  return {
    ...database,
    query(sql, values) {
      const fault = sql.includes("ledger_accounts") ? faultNow() : undefined;
      return fault ? Promise.reject(fault) : database.query(sql, values);
    },
  };
}
