/**
 * Tests restoring an older copy of the data folder after the chain has advanced. No payment may be
 * made twice, balances, history and audit log must be complete, and payments wait until an
 * administrator resumes them.
 */
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import {
  followToCompleted,
  getCoins,
  outsideAddress,
  requestWithdrawal,
} from "../support/people/main-job.ts";
import { eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { processesUsing } from "../support/servers/processes.ts";
import { copyFolder, diskFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { startServerIn, startServerOnDisk, type RunningServer } from "../support/servers/server.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";

const ADMIN = { email: "root@example.test", password: "long enough root" };
const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
const AMOUNT_SATS = 1_000_000;

let server: RunningServer;
let copyDir: string;

afterEach(async () => {
  await server.close();
  removeFolder(copyDir);
});

/**
 * Copies the data folder without the chain, because a restore cannot undo blocks. The lock's socket
 * is also skipped, because it cannot be copied.
 */
function copyBooks(from: string, to: string): void {
  for (const name of readdirSync(from).filter((entry) => !/^(bitcoin$|lock-)/.test(entry))) {
    const [source, target] = [join(from, name), join(to, name)];
    rmSync(target, { recursive: true, force: true });
    if (name === "postgres") {
      mkdirSync(target);
      copyFolder(source, target);
    } else cpSync(source, target, { recursive: true, preserveTimestamps: true });
  }
}

/** Waits until the server exits at the failpoint, and then kills the remaining child processes. */
async function endAll(): Promise<void> {
  await server.exited;
  await expect
    .poll(() => {
      const running = processesUsing(server.dataDir);
      // Kills the main PostgreSQL process, which ends all other PostgreSQL processes.
      for (const pid of running.slice(0, 1)) process.kill(pid, "SIGKILL");
      return running;
    })
    .toEqual([]);
}

const again = (person: Person) => signIn(server.url, person.email, person.password);

test("no payment is made twice after an old copy is restored", async () => {
  copyDir = diskFolder();
  server = await startServerOnDisk({ env });
  const { dataDir } = server;
  const newcomer = await signUp(server.url, "Ivy");
  const coins = await getCoins(newcomer);
  expect(await server.stop()).toBe(0);

  server = await startServerIn(dataDir, { env: { ...env, FAILPOINTS: "wallet.reserving" } });
  const asking = await again(newcomer);
  const { id } = await requestWithdrawal(asking, AMOUNT_SATS, outsideAddress(), randomUUID());
  await endAll();
  copyBooks(dataDir, copyDir);

  server = await startServerIn(dataDir, { env });
  const { txid } = await followToCompleted(await again(newcomer), id);
  expect(await server.stop()).toBe(0);
  copyBooks(copyDir, dataDir);

  server = await startServerIn(dataDir, { env });
  const person = await again(newcomer);
  const administrator = await withSecondFactor(
    await signIn(server.url, ADMIN.email, ADMIN.password),
  );
  const { recovery } = await eventually(
    "payments wait",
    () => administrator.call("getRecovery"),
    (answer) => answer.recovery?.isCompared === true,
  );
  expect(recovery?.open).toMatchObject([{ id, txid, purpose: "user" }]);
  expect(recovery?.open[0]?.foundAt).not.toBeNull();
  const code = "payments_locked";
  await expect(
    person.call("cancelWithdrawal", { params: { withdrawalId: id } }),
  ).rejects.toMatchObject({ problem: { code } });
  const resume = () => administrator.call("resumePayments", { body: { reason: "a restore" } });
  expect(await resume()).toEqual({ lostSats: 0 });
  await expect(resume()).rejects.toMatchObject({ problem: { code: "payments_not_locked" } });
  expect((await followToCompleted(person, id)).txid).toBe(txid);
  await eventually(
    "the hold is settled",
    () => person.call("getWallet"),
    ({ availableSats, heldSats }) => availableSats === coins - AMOUNT_SATS && heldSats === 0,
  );
  const after = await requestWithdrawal(person, AMOUNT_SATS, outsideAddress(), randomUUID());
  await followToCompleted(person, after.id);
  expect(await server.stop()).toBe(0);
  const { problems, more } = await auditBooks({ dataDir }, (database) =>
    database.query<{ sats: bigint }>("select unexplained_sats as sats from wallet_cursor"),
  );
  expect(problems).toEqual([]);
  expect(more).toEqual([{ sats: 0n }]);
}, 240_000);
