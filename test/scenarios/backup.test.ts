/**
 * Tests backup and restore. A copy is made while users move money, the machine is lost, and the
 * copy is restored on another machine. Balances, history and audit log must be complete, and
 * payments wait until an administrator resumes them. A folder that is not a copy, another
 * installation's copy and a damaged copy must be refused with a one-line error before anything is
 * written.
 */
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig, silentLog, StartError } from "#platform";
import { restoreCopy } from "../../modules/backup/restore-copy.ts";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import {
  getCoins,
  outsideAddress,
  requestWithdrawal,
  followToCompleted,
} from "../support/people/main-job.ts";
import {
  PASSPHRASE,
  runCommand,
  startCommand,
  type Ended,
} from "../support/servers/operator-command.ts";
import { ApiFailure, eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { diskFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { length } from "../support/seeds.ts";
import { startServerIn, startServerOnDisk, type RunningServer } from "../support/servers/server.ts";
import { withSecondFactor } from "../support/people/two-administrators.ts";

const ADMIN = { email: "root@example.test", password: "long enough root" };
const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
const COPIES = length(1, 20);
const AMOUNT_SATS = 50_000;
const STAKED_SATS = 20_000;
const WITHDRAWN_SATS = 15_000;

let server: RunningServer;
let place: string;
let quiet: Person;
let coins: number;
const made: Ended[] = [];
/** Number of money movements so far, read before the first copy and after each copy. */
let moves = 0;
const movesSeen: number[] = [];
const opened: RunningServer[] = [];

const entriesOf = async (person: Person) =>
  (await person.call("listEntries", { query: { limit: 100 } })).items;

const again = ({ url }: RunningServer, { email, password }: Person): Promise<Person> =>
  signIn(url, email, password);

/**
 * Moves a user's money into stakes, out of stakes and to outside addresses until the signal is
 * aborted.
 */
async function busy(person: Person, signal: AbortSignal): Promise<void> {
  await person.call("startMining");
  let withdrawals = 0;
  while (!signal.aborted) {
    // Requests only one withdrawal per copy, because a user may request at most thirty codes per
    // hour.
    if (withdrawals <= made.length) {
      await requestWithdrawal(person, WITHDRAWN_SATS, outsideAddress(), randomUUID());
      withdrawals += 1;
    }
    const body = { amountSats: STAKED_SATS, durationDays: 90 };
    const { id: positionId } = await person.call("openStake", { body });
    await person.call("exitPosition", { params: { positionId } });
    moves += 1;
  }
}

beforeAll(async () => {
  place = diskFolder();
  server = await startServerOnDisk({ env });
  quiet = await signUp(server.url, "Ivy");
  const names = ["Max", "Noa"].slice(0, length(1, 2));
  const others = await Promise.all(names.map((name) => signUp(server.url, name)));
  coins = await getCoins(quiet);
  for (const other of others) await getCoins(other);
  const load = new AbortController();
  const loads = others.map((other) => busy(other, load.signal));
  for (let number = 1; number <= COPIES; number += 1) {
    const folder = join(place, `copy-${number}`);
    const settings = { env: { DATA_DIR: server.dataDir } };
    movesSeen.push(moves);
    made.push(await runCommand("backup-command.ts", [folder, "--keep"], settings));
  }
  movesSeen.push(moves);
  load.abort();
  await Promise.all(loads);
}, 3_600_000);

afterAll(async () => {
  for (const restored of opened) await restored.close();
  await server.close();
  removeFolder(place);
});

/** Returns the HTTP statuses of requests with credentials from before the restore. */
async function openedByOldKeys({ url }: RunningServer) {
  const { session } = (await quiet.auth.getSession()).data;
  const serviceKey = readFileSync(join(server.dataDir, "service-role-key"), "utf8").trim();
  const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  const refresh = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: session?.refresh_token }),
  });
  return {
    token: (await fetch(`${url}/api/v1/wallet`, by(session?.access_token ?? ""))).status,
    session: refresh.status,
    service: (await fetch(`${url}/auth/v1/admin/users`, by(serviceKey))).status,
  };
}

const restore = (folder: string, dataDir: string) =>
  runCommand("restore-command.ts", [folder], { env: { DATA_DIR: dataDir } });

test("a backup succeeds while money moves", () => {
  const lines = [expect.stringContaining("the ledger is balanced")];
  expect(made).toEqual(made.map(() => ({ code: 0, lines })));
  const during = movesSeen.slice(1).map((count, before) => count - (movesSeen[before] ?? count));
  expect(Math.min(...during)).toBeGreaterThan(0);
  const report: unknown = JSON.parse(
    readFileSync(join(server.dataDir, "last-backup.json"), "utf8"),
  );
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const folder = join(place, `copy-${COPIES}`);
  const bytes = expect.any(Number);
  expect(report).toEqual({ createdAt: time, checkedAt: time, folder, bytes });
});

test.each(Array.from({ length: COPIES }, (_, before) => before + 1))(
  "copy %i is complete after a restore, and payments wait for an administrator",
  async (number) => {
    const dataDir = join(place, `machine-${number}`);
    const back = await restore(join(place, `copy-${number}`), dataDir);
    expect(back).toMatchObject({ code: 0 });
    expect(back.lines.at(-2)).toMatch(/^Payments wait until an administrator resumes them/);
    expect(back.lines.at(-1)).toMatch(
      /^All sessions, mailed links, API keys and the service key have ended/,
    );
    const missing = readdirSync(server.dataDir).filter((name) => !existsSync(join(dataDir, name)));
    const files = missing.filter((name) => !name.startsWith("lock-"));
    expect(files.toSorted()).toEqual(["last-backup.json", "lock", "pool", "service-role-key"]);
    const restored = await startServerIn(dataDir, { env });
    opened.push(restored);
    expect(await openedByOldKeys(restored)).toEqual({ token: 401, session: 400, service: 403 });
    // The restored database may have lost leaves that were published, so a new log begins.
    const checkpoint = async () => (await fetch(`${restored.url}/log/checkpoint`)).text();
    await expect.poll(checkpoint).toMatch(/^hashfloor\/[0-9a-f]{32}\/\d{8,}\n/);
    const person = await again(restored, quiet);
    expect((await person.call("getWallet")).availableSats).toBe(coins);
    expect(await entriesOf(person)).toEqual(await entriesOf(quiet));
    const administrator = await withSecondFactor(
      await signIn(restored.url, ADMIN.email, ADMIN.password),
    );
    const trail = await administrator.call("checkAudit");
    expect(trail).toMatchObject({ problems: [], nextCursor: null });
    expect(trail.entries).toBeGreaterThan(0);
    const { recovery } = await eventually(
      "payments wait",
      () => administrator.call("getRecovery"),
      (answer) => answer.recovery?.isCompared === true,
    );
    expect(recovery?.lockedReason).toMatch(/^Restored from the copy of /);
    const withdraw = () => requestWithdrawal(person, AMOUNT_SATS, outsideAddress(), randomUUID());
    await expect(withdraw()).rejects.toMatchObject({ problem: { code: "withdrawals_paused" } });
    await eventually(
      "what the chain shows is settled",
      () =>
        administrator
          .call("resumePayments", { body: { reason: "a restore" } })
          .then(() => "resumed")
          .catch((error: ApiFailure) => error.problem.code),
      (code) => code === "resumed",
    );
    await followToCompleted(person, (await withdraw()).id);
    expect(await restored.stop()).toBe(0);
    const { problems, more } = await auditBooks({ dataDir }, (database) =>
      database.query<{ sats: bigint }>("select unexplained_sats as sats from wallet_cursor"),
    );
    expect(problems).toEqual([]);
    expect(more).toEqual([{ sats: 0n }]);
  },
);

test("an invalid copy or target is refused with a one-line error", async () => {
  const copy = join(place, "copy-1");
  const dataDir = join(place, "refused");
  const variant = (name: string, change: (folder: string) => void): string => {
    const folder = join(place, name);
    cpSync(copy, folder, { recursive: true });
    change(folder);
    return folder;
  };
  const newer = variant("newer", (folder) => {
    const file = join(folder, "manifest.json");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("admin/001-audit.sql", "admin/999-later.sql"));
  });
  const damaged = variant("damaged", (folder) => appendFileSync(join(folder, "chain.sealed"), "x"));
  const changed = (name: string, from: RegExp | string, to: string) =>
    variant(name, (folder) => {
      const file = join(folder, "manifest.json");
      writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
    });
  const later = changed("later", /"createdAt": "\d{4}/, '"createdAt": "2031');
  const unsealed = changed("unsealed", /,\s*"seal": "\w+"/, "");
  const chainless = changed("chainless", /\{\s*"name": "chain\.sealed"[^}]*\},\s*/, "");
  rmSync(join(chainless, "chain.sealed"));
  const refusal = async (folder: string, environment: Readonly<Record<string, string>> = {}) => {
    const { BACKUP_PASSPHRASE = PASSPHRASE, ...settings } = environment;
    const config = readConfig({ DATA_DIR: dataDir, ...settings });
    const askPassphrase = () => Promise.resolve(BACKUP_PASSPHRASE);
    const failing = restoreCopy({ config, folder, askPassphrase, log: silentLog });
    return failing.then(
      () => "restored",
      (error: unknown) => (error instanceof StartError ? error.message : error),
    );
  };
  expect(await refusal(copy, { BACKUP_PASSPHRASE: "another passphrase" })).toBe(
    "The passphrase does not open these keys.",
  );
  expect(await refusal(copy, { BITCOIN_NETWORK: "signet" })).toBe(
    "BITCOIN_NETWORK: the copy is for regtest, not for signet.",
  );
  expect(await refusal(newer)).toBe(
    "The copy was made by a newer Hashfloor (it has admin/999-later.sql). Update the software.",
  );
  expect(await refusal(damaged)).toBe("The copy is damaged: chain.sealed was changed.");
  for (const folder of [later, unsealed, chainless])
    expect(await refusal(folder)).toBe("The copy is damaged: manifest.json was changed.");
  expect(await refusal(place)).toBe(`Cannot read ${join(place, "manifest.json")}.`);
  expect(await refusal(copy, { DATABASE_URL: "postgres://nobody@127.0.0.1:1/floor" })).toBe(
    "DATABASE_URL: the copy is of the embedded database. Restore it without DATABASE_URL.",
  );
  expect(await restore(copy, server.dataDir)).toEqual({
    code: 1,
    lines: [`${server.dataDir} is not empty. Nothing was overwritten.`],
  });
  expect(existsSync(dataDir)).toBe(false);
});

test("the next backup removes a copy interrupted by a kill or a full disk", async () => {
  const folder = join(place, "cut");
  const settings = { env: { DATA_DIR: server.dataDir } };
  const partial = () => readdirSync(place).filter((name) => name.startsWith("cut"));
  const { child, ended } = startCommand("backup-command.ts", [folder], settings);
  await expect.poll(partial).toHaveLength(1);
  child.kill("SIGKILL");
  await ended;
  expect(partial()).toEqual([expect.stringMatching(/^cut\.draft-/)]);

  const limited = { ...settings, fileBytesMax: 512_000 };
  const full = await runCommand("backup-command.ts", [folder], limited);
  expect(full).toEqual({ code: 1, lines: [expect.stringMatching(/^The command failed: EFBIG/)] });
  expect(partial()).toEqual([]);
  expect(readdirSync(server.dataDir).filter((name) => name.includes("draft"))).toEqual([]);
});
