/**
 * Tests that `npm run verify` names the fault of prepared installations: an attacker with the
 * database's superuser, or with changed code, falsified one figure in each.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PRACTICE_LABEL } from "#platform";
import { getCoins } from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { severalServers, type SeveralServers } from "../support/servers/several-servers.ts";
import { memoryFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { behindTheGuard } from "../support/servers/without-triggers.ts";
import { startLyingProxy, type Lies } from "../support/transparency/lying-proxy.ts";
import { verifyInstallation } from "../support/transparency/verify-command.ts";

/** The ledger is verified every 30 seconds, and figures are shared for 10. */
const NOTICED_MS_MAX = 90_000;

/** A transfer that is older than this is in the proof. */
const CERTAIN_MS = 31_000;

let servers: SeveralServers;
let url: string;
let ann: Person;
let annId: string;
let key: string;

const change = (sql: string, values: readonly unknown[] = []) =>
  behindTheGuard(servers.database, sql, values);

const failedLines = async (site: string) =>
  (await verifyInstallation(site, ["--key", key])).lines.filter((line) =>
    line.startsWith("failed"),
  );

beforeAll(async () => {
  servers = await severalServers({});
  ({ url } = await servers.start());
  ann = await signUp(url, "Ann");
  await getCoins(ann);
  annId = (await ann.call("getMe")).id;
  ({ secret: key } = await ann.call("makeKey", { body: { name: "Verify", scopes: ["read"] } }));
});
afterAll(() => servers.stop());

test("a true installation has a proof and no failed line", async () => {
  const proofs = async () => (await ann.call("listProofs")).items.length;
  await expect.poll(proofs, { timeout: NOTICED_MS_MAX }).toBe(1);
  // The next proof is certainly later than the deposit, so it must contain the deposit.
  await sleep(CERTAIN_MS);
  for (const table of ["leaves", "nodes", "proofs"])
    await change(`delete from transparency_${table}`);
  await expect.poll(proofs, { timeout: NOTICED_MS_MAX }).toBe(1);
  await expect.poll(() => failedLines(url), { timeout: NOTICED_MS_MAX }).toEqual([]);
});

/** Something false in the database, and the true state that follows. */
interface Falsehood {
  readonly falsify: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** Deletes matching rows, and keeps them in a table of the test. */
function deleteRows(table: string, where: string): Falsehood {
  const kept = `kept_${table}`;
  return {
    async falsify() {
      await change(`create table ${kept} as select * from ${table} where ${where}`);
      await change(`delete from ${table} where ${where}`);
    },
    async restore() {
      await change(`insert into ${table} overriding system value select * from ${kept}`);
      await change(`drop table ${kept}`);
    },
  };
}

/** Changes matching rows with an SQL statement that does not change whether they match. */
function changeRows(table: string, where: string, sql: string): Falsehood {
  const rows = deleteRows(table, where);
  return {
    async falsify() {
      await rows.falsify();
      await change(`insert into ${table} overriding system value select * from kept_${table}`);
      await change(sql);
    },
    async restore() {
      await change(`delete from ${table} where ${where}`);
      await rows.restore();
    },
  };
}

const FALSEHOODS: readonly (readonly [string, RegExp, () => Falsehood])[] = [
  [
    "an edited balance",
    /^failed +trial balance: the balances sum to 1000 sat/,
    () => ({
      falsify: () => addToBalance(1_000),
      restore: () => addToBalance(-1_000),
    }),
  ],
  [
    "a deleted transfer",
    /^failed +your own statement: BTC available: the newest entries are missing/,
    () =>
      deleteRows(
        "ledger_transfers",
        `credit = (select id from ledger_accounts where name = 'user:${annId}:available:BTC')`,
      ),
  ],
  [
    "a raised value in the tree",
    /^failed +liabilities: the leaves sum to 5000001 sat, not 5000000 sat/,
    () =>
      // The sum of the first leaf is in the eight bytes after its digest.
      changeRows(
        "transparency_nodes",
        "level = 0",
        "update transparency_nodes set bytes = set_byte(bytes, 39, get_byte(bytes, 39) + 1) where level = 0",
      ),
  ],
  [
    "a missing output",
    /^failed +reserves: \d+ of \d+ outputs are listed/,
    () =>
      deleteRows(
        "transparency_outputs",
        "(txid, vout) in (select txid, vout from transparency_outputs order by txid, vout limit 1)",
      ),
  ],
  [
    "a changed audit entry",
    /^failed +your own audit entries: /,
    () =>
      changeRows(
        "audit_entries",
        `target = '${annId}'`,
        `update audit_entries set reason = 'another reason' where target = '${annId}'`,
      ),
  ],
  [
    "backdated terms",
    /^failed +facts in the log: the term \w+ of \S+ is not in the log with the same values/,
    () =>
      changeRows(
        "mining_plan_terms",
        "true",
        "update mining_plan_terms set valid_from = valid_from - interval '1 day'",
      ),
  ],
  [
    "an omitted user",
    /^failed +your own balance: the proof leaves you out, but your statement shows 5000000 sat/,
    () => deleteRows("transparency_leaves", `user_id = '${annId}'`),
  ],
];

const addToBalance = (sats: number) =>
  change("update ledger_accounts set balance = balance + $1 where name = $2", [
    sats,
    `user:${annId}:available:BTC`,
  ]);

test.each(FALSEHOODS)("%s is named", async (_, line, prepare) => {
  const { falsify, restore } = prepare();
  await falsify();
  try {
    await expect
      .poll(() => failedLines(url), { timeout: NOTICED_MS_MAX })
      .toContainEqual(expect.stringMatching(line));
  } finally {
    await restore();
  }
  await expect.poll(() => failedLines(url), { timeout: NOTICED_MS_MAX }).toEqual([]);
});

const LIES: readonly (readonly [string, RegExp, Lies])[] = [
  [
    "a practice statement without its label",
    /^failed +practice statement: the label is ""/,
    { "/.well-known/practice.json": (body) => body.replace(PRACTICE_LABEL, "") },
  ],
  [
    "a forged receipt",
    /^failed +receipt of deposit: dep_\w+: /,
    {
      "/api/v1/receipts/deposit/": (body) =>
        body.replaceAll('"amountSats":5000000', '"amountSats":6000000'),
    },
  ],
  [
    "pages without the practice label",
    /^failed +practice label: missing on \/login, \/register$/,
    {
      "/login": (body) => body.replaceAll(PRACTICE_LABEL, ""),
      "/register": (body) => body.replaceAll(PRACTICE_LABEL, ""),
    },
  ],
];

test.each(LIES)("%s is named", async (_, line, lies) => {
  const proxy = await startLyingProxy(url, lies);
  try {
    expect(await failedLines(proxy.url)).toContainEqual(expect.stringMatching(line));
  } finally {
    await proxy.stop();
  }
});

test("a log that was cut since the last visit is named", async () => {
  const folder = memoryFolder();
  const since = ["--since", join(folder, "head.json")];
  expect((await verifyInstallation(url, since)).lines).toContainEqual(
    expect.stringMatching(/^not checked +history: /),
  );
  expect((await verifyInstallation(url, since)).lines).toContainEqual(
    expect.stringMatching(/^ok +history: /),
  );
  // The platform logs the facts again, but at another time.
  for (const table of ["cosignatures", "checkpoints", "ranges", "cursors", "nodes", "leaves"])
    await change(`delete from transparency_log_${table}`);
  await change("delete from transparency_logs");
  await expect
    .poll(async () => (await verifyInstallation(url, since)).lines, { timeout: NOTICED_MS_MAX })
    .toContainEqual(expect.stringMatching(/^failed +history: /));
  removeFolder(folder);
});
