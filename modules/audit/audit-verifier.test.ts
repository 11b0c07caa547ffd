/**
 * Tests that truncating the audit log in the database is detected with the checkpoint outside the
 * database, even after a restart.
 */
import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { silentLog } from "#platform";
import { behindTheGuard } from "../../test/support/servers/without-triggers.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";
import { AUDIT_CHECKPOINT_FILE } from "./audit-checkpoint.ts";
import { verifyNewEntries, verifyAuditLog } from "./audit-verifier.ts";
import { recordAudit, type AuditHead } from "./record-audit.ts";
import { auditRoutes } from "../admin/audit/routes.ts";

const installation = fileDatabase();

let dataDir: string;
let path: string;
let lines: { level: string; msg: string; problems?: { seq: number; text: string }[] }[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "hashfloor-trail-"));
  path = join(dataDir, AUDIT_CHECKPOINT_FILE);
  await behindTheGuard(installation.database, "delete from audit_entries");
  for (let one = 1; one <= 4; one += 1) await record();
  startedAt = new Date(Date.now() + 1_000);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function record(): Promise<AuditHead> {
  return installation.database.transaction((tx) =>
    recordAudit(tx, {
      at: new Date(),
      actor: randomUUID(),
      action: "user.change",
      target: randomUUID(),
      reason: "a test",
      before: {},
      after: {},
    }),
  );
}

/** A time after the first audit entry. */
let startedAt: Date;

/**
 * Runs one verification as after a restart, when only the checkpoint file remains of the previous
 * one.
 */
function prove(folder = dataDir): Promise<boolean> {
  lines = [];
  const log = pino(
    { formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  return verifyAuditLog({ database: installation.database, log, dataDir: folder, startedAt });
}

const follow = () => verifyNewEntries({ database: installation.database, log: silentLog, dataDir });

const levels = () => lines.map(({ level }) => level);
const readCheckpoint = () => readFileSync(path, "utf8");

async function checkOnThePage(head?: AuditHead) {
  const routes = auditRoutes({ database: installation.database, dataDir });
  const caller: Caller = {
    userId: randomUUID(),
    email: "admin@example.com",
    sessionId: randomUUID(),
    aal: "aal2",
    isAdmin: true,
    isAnonymous: false,
  };
  const query = head ? { seq: Number(head.seq), hash: head.hash } : {};
  return (await routes.checkAudit({ ...plainRequest, caller, query })).problems;
}

test("each verification of a valid log updates the checkpoint", async () => {
  expect(await prove()).toBe(true);
  expect(levels()).toEqual(["info", "info"]);
  for (let more = 0; more < 3; more += 1) {
    const { seq, hash } = await record();
    expect(await prove()).toBe(true);
    expect(levels()).toEqual(["info"]);
    expect(readCheckpoint()).toBe(`${seq} ${hash}\n`);
  }
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual([AUDIT_CHECKPOINT_FILE]);
  expect(await checkOnThePage()).toEqual([]);
});

test.each([
  ["the last entry", "seq > 3"],
  ["some", "seq > 1"],
  ["all entries", "true"],
])("the removal of %s is detected at every start", async (_, which) => {
  await prove();
  const before = readCheckpoint();
  await behindTheGuard(installation.database, `delete from audit_entries where ${which}`);
  for (let start = 0; start < 2; start += 1) {
    expect(await prove()).toBe(false);
    expect(lines).toMatchObject([
      {
        level: "fatal",
        msg: "the audit log verification failed",
        problems: [{ seq: 4, text: "does not match the checkpoint" }],
      },
    ]);
    expect(readCheckpoint()).toBe(before);
  }
  const isSaid = [{ seq: 4, text: "does not match the checkpoint of this server" }];
  expect(await checkOnThePage()).toEqual(isSaid);
});

test("removing and rewriting the newest entries is detected", async () => {
  const early = await record();
  await record();
  await prove();
  const before = readCheckpoint();
  await behindTheGuard(installation.database, "delete from audit_entries where seq > 5");
  for (let one = 0; one < 3; one += 1) await record();
  expect(await prove()).toBe(false);
  expect(readCheckpoint()).toBe(before);
  expect(await checkOnThePage(early)).toMatchObject([{ seq: 6 }]);
  rmSync(path);
  expect(await prove()).toBe(true);
  expect(await checkOnThePage(early)).toEqual([]);
});

test.each([
  "",
  "garbage",
  "4",
  `4 ${"f".repeat(63)}`,
  `-4 ${"f".repeat(64)}`,
  "\0\xff".repeat(50_000),
])("an invalid checkpoint file is replaced with a warning: %j", async (text) => {
  writeFileSync(path, text);
  expect(await checkOnThePage()).toEqual([]);
  expect(await prove()).toBe(true);
  expect(levels()).toEqual(["warn", "info"]);
  expect(readCheckpoint()).toMatch(/^4 [0-9a-f]{64}\n$/);
  await behindTheGuard(installation.database, "delete from audit_entries where seq > 2");
  expect(await prove()).toBe(false);
});

test("the first start logs no warning about a missing checkpoint", async () => {
  startedAt = new Date(0);
  expect(await prove()).toBe(true);
  expect(lines.map(({ msg }) => msg)).toEqual(["the audit log is intact"]);
});

test("a checkpoint file that cannot be replaced causes an error", async () => {
  mkdirSync(path);
  await expect(prove()).rejects.toMatchObject({ syscall: "rename" });
  expect(readdirSync(dataDir)).toEqual([AUDIT_CHECKPOINT_FILE]);
});

describe("between two full verifications", () => {
  test("the removal of a new entry is detected at once", async () => {
    expect(await follow()).toBe(true);
    expect(readdirSync(dataDir)).toEqual([]);
    await prove();
    const { seq, hash } = await record().then(record);
    expect(await follow()).toBe(true);
    expect(readCheckpoint()).toBe(`${seq} ${hash}\n`);
    await behindTheGuard(installation.database, "delete from audit_entries where seq > 4");
    for (let regrown = 0; regrown < 4; regrown += 1) {
      expect(await follow()).toBe(false);
      expect(await prove()).toBe(false);
      expect(readCheckpoint()).toBe(`${seq} ${hash}\n`);
      await record();
    }
  });

  test("new entries that do not follow the checkpoint do not replace it", async () => {
    await prove();
    const before = readCheckpoint();
    await record();
    await behindTheGuard(
      installation.database,
      "update audit_entries set reason = 'another' where seq = 5",
    );
    expect(await follow()).toBe(false);
    expect(readCheckpoint()).toBe(before);
  });

  test("only a full verification detects a change before the checkpoint", async () => {
    await prove();
    await behindTheGuard(
      installation.database,
      "update audit_entries set reason = 'another' where seq = 2",
    );
    await record();
    expect(await follow()).toBe(true);
    expect(await prove()).toBe(false);
  });
});

test("each of two processes has its own checkpoint", async () => {
  await behindTheGuard(installation.database, "delete from audit_entries");
  expect(await prove()).toBe(true);
  expect(readCheckpoint()).toBe(`0 ${"0".repeat(64)}\n`);
  await record();
  await record();
  const other = mkdtempSync(join(tmpdir(), "hashfloor-trail-"));
  expect(await prove(other)).toBe(true);
  expect(await prove()).toBe(true);
  expect(levels()).toEqual(["info"]);
  await behindTheGuard(installation.database, "delete from audit_entries where seq > 1");
  expect([await prove(), await prove(other)]).toEqual([false, false]);
  rmSync(other, { recursive: true });
});
