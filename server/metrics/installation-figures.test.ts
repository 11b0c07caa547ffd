/** Tests the operator's metrics of an installation, with known and unknown values. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newUuid, systemClock } from "#platform";
import { writeVerdict } from "#ledger";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { addInstallationFigures, type FigureDeps } from "./installation-figures.ts";

const file = fileDatabase({ asSuperuser: true });
const HOUR_MS = 3_600_000;
const dataDir = mkdtempSync(join(tmpdir(), "figures-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

beforeEach(async () => {
  await file.database.query("delete from wallet_withdrawals");
  await file.database.query("delete from wallet_cursor");
  await file.database.query("delete from wallet_blocks");
  await file.database.query(
    `insert into wallet_blocks (height, hash, previous_hash, mined_at, applied_at) values (7, 'seven', 'six', now(), now())`,
  );
  await standing({ unexplainedSats: 0n });
});

async function standing({ unexplainedSats }: { unexplainedSats: bigint | null }): Promise<void> {
  await file.database.query(
    `insert into wallet_cursor (network, height, hash, unexplained_sats, reconciled_height, reconciled_at)
     values ('regtest', 7, 'seven', $1, 7, now())
     on conflict (singleton) do update set unexplained_sats = $1`,
    [unexplainedSats],
  );
}

async function withdrawal(state: string, requestedAt: Date): Promise<void> {
  await file.database.query(
    `insert into wallet_withdrawals (id, purpose, user_id, method, network, address, script_hex, amount_sats, fee_sats, state, requested_at)
     values ($1::text, 'user', $1::text::uuid, 'wallet', 'regtest', 'somewhere', '00', 1000, 10, $2, $3)`,
    [newUuid(), state, requestedAt],
  );
}

/** Returns the metric values by name and labels, as Prometheus would read them. */
async function figures(
  changes: {
    database?: FigureDeps["users"]["database"];
    node?: FigureDeps["node"];
    works?: boolean;
  } = {},
) {
  const registry = new Registry();
  addInstallationFigures(registry, {
    users: {
      database: changes.database ?? file.database,
      clock: systemClock,
      hasher: {
        depth: () => 2,
        requirePlace: () => undefined,
        hash: async () => "",
        verify: async () => false,
        withPlace: (_, use) => use(async () => false),
      },
    },
    node: changes.node ?? {
      getBlockCount: async () => 9,
      getBestBlockHash: async () => "nine",
      getBlockHeader: async () => ({
        hash: "nine",
        version: 4,
        previousHash: "eight",
        merkleRoot: "",
        timeSeconds: Math.floor(Date.now() / 1_000) - 90,
        bits: 0,
        nonce: 0,
      }),
    },
    machine: {
      startedAt: new Date(),
      works: changes.works ?? true,
      nodeState: async () => ({ problem: "away" }),
      disk: async () => ({ freeBytes: 1, totalBytes: 4 }),
      loopLagMs: () => 250,
      workers: () => [
        { name: "one", lastRoundAt: new Date(), failure: null, failures: 0, isLate: false },
        { name: "two", lastRoundAt: null, failure: "it broke", failures: 1, isLate: false },
        { name: "three", lastRoundAt: null, failure: null, failures: 0, isLate: true },
      ],
    },
    dataDir,
    isAuditLogWhole: () => null,
    reorgDepth: () => 3,
    priceAgeSeconds: async () => 0.15,
    stopOuts: () => 2,
    pool: () => undefined,
    bus: {
      isShared: false,
      figures: () => ({ payloadsOut: 7, payloadsIn: 5, missed: 2, ignored: 3, reconnects: 1 }),
    },
  });
  const lines = (await registry.metrics()).split("\n").filter((line) => /^[a-z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      const value = line.slice(end + 1);
      return [line.slice(0, end), value === "Nan" ? NaN : Number(value)];
    }),
  );
}

test("a healthy installation reports a value for every metric", async () => {
  await writeVerdict(file.database, "new", []);
  await withdrawal("in_review", new Date(Date.now() - 2 * HOUR_MS));
  await withdrawal("approved", new Date(Date.now() - HOUR_MS));
  await withdrawal("approved", new Date());
  const text = await figures();
  expect(text).toMatchObject({
    ledger_imbalance_sat: 0,
    ledger_imbalance_cents: 0,
    node_vs_ledger_sat: 0,
    ledger_reconcile_ok: 1,
    ledger_books_ok: 1,
    audit_chain_ok: NaN,
    'pending_withdrawals{state="in_review"}': 1,
    'pending_withdrawals{state="approved"}': 2,
    'pending_withdrawals{state="signed"}': 0,
    'withdrawal_age_seconds_max{state="signed"}': 0,
    deposit_lag_blocks: 2,
    reorg_depth_last: 3,
    idempotency_replays_total: 0,
    'queue_depth{queue="password"}': 2,
    eventloop_lag_seconds: 0.25,
    disk_free_ratio: 0.25,
    'worker_ok{worker="one"}': 1,
    'worker_ok{worker="two"}': 0,
    'worker_ok{worker="three"}': 0,
    bus_connected: 0,
    bus_payloads_out_total: 7,
    bus_payloads_in_total: 5,
    bus_missed_total: 2,
    bus_ignored_total: 3,
    bus_reconnects_total: 1,
  });
  expect(text['withdrawal_age_seconds_max{state="approved"}']).toBeGreaterThanOrEqual(3_600);
  expect(text['withdrawal_age_seconds_max{state="approved"}']).toBeLessThan(7_200);
  expect(text["node_tip_age_seconds"]).toBeGreaterThanOrEqual(90);
  // No queue is reported, because without a mail server and an SMS gateway no message can be
  // waiting.
  expect(text).not.toHaveProperty('queue_depth{queue="email"}');
});

test("books that differ from the coins or were never compared are reported", async () => {
  await standing({ unexplainedSats: -5n });
  expect(await figures()).toMatchObject({ node_vs_ledger_sat: -5, ledger_reconcile_ok: 0 });
  await standing({ unexplainedSats: null });
  expect(await figures()).toMatchObject({ node_vs_ledger_sat: NaN, ledger_reconcile_ok: 0 });
});

test.each<[string, () => Promise<never>]>([
  ["that refuses", () => Promise.reject(new Error("away"))],
  ["that hangs", () => new Promise(() => {})],
])("with a database %s, its metrics are NaN and its checks fail", async (_, query) => {
  const text = await figures({ database: { ...file.database, query } });
  expect(text).toMatchObject({
    ledger_imbalance_sat: NaN,
    ledger_imbalance_cents: NaN,
    node_vs_ledger_sat: NaN,
    ledger_reconcile_ok: 0,
    'pending_withdrawals{state="approved"}': NaN,
    'withdrawal_age_seconds_max{state="approved"}': NaN,
    deposit_lag_blocks: NaN,
    'queue_depth{queue="email"}': NaN,
    'queue_depth{queue="password"}': 2,
  });
});

test("without the node, the tip's age and the wallet's lag are unknown", async () => {
  const silent = () => Promise.reject(new Error("no answer"));
  const node = { getBlockCount: silent, getBestBlockHash: silent, getBlockHeader: silent };
  expect(await figures({ node })).toMatchObject({
    node_tip_age_seconds: NaN,
    deposit_lag_blocks: NaN,
    node_vs_ledger_sat: 0,
  });
});

test("the age of the last backup is measured from its creation", async () => {
  const lastBackup = join(dataDir, "last-backup.json");
  expect(await figures()).toMatchObject({ backup_age_seconds: NaN });
  const createdAt = new Date(Date.now() - HOUR_MS).toISOString();
  const checkedAt = new Date().toISOString();
  writeFileSync(
    lastBackup,
    JSON.stringify({ createdAt, checkedAt, folder: "/copies/one", bytes: 7 }),
  );
  const { backup_age_seconds: age } = await figures();
  expect(age).toBeGreaterThanOrEqual(3_600);
  expect(age).toBeLessThan(7_200);
  writeFileSync(lastBackup, "{");
  expect(await figures()).toMatchObject({ backup_age_seconds: NaN });
  expect(await figures({ works: false })).not.toHaveProperty("backup_age_seconds");
});
