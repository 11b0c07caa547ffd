/**
 * Tests that the audit log is append-only, and that a change that bypasses the database's triggers
 * is detected.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { canonicalJson } from "#log";
import { behindTheGuard } from "../../test/support/servers/without-triggers.ts";
import { asSuperuser, fileDatabase } from "../../test/support/servers/database.ts";
import { auditHash, GENESIS_HASH } from "./audit-hash.ts";
import { recordAudit, type AuditHead } from "./record-audit.ts";
import { checkAudit } from "../admin/audit/search-audit.ts";
import { AUDIT_START, verifyAudit, verifyRange, type AuditReport } from "./verify-audit.ts";

const ENTRIES = 12;

const installation = fileDatabase();

let head: AuditHead;
beforeEach(async () => {
  await behindTheGuard(installation.database, "delete from audit_entries");
  for (let one = 1; one <= ENTRIES; one += 1) head = await record(`reason ${one}`);
});

function record(reason: string | null): Promise<AuditHead> {
  return installation.database.transaction((tx) =>
    recordAudit(tx, {
      at: new Date(),
      actor: randomUUID(),
      action: "user.change",
      target: randomUUID(),
      reason,
      before: { isAdmin: false, limit: 1 },
      after: { isAdmin: true, limit: 2, note: 'quote " and ü' },
    }),
  );
}

test("verifying an unchanged log returns its newest entry", async () => {
  const report = await verifyAudit(installation.database, head);
  expect(report).toEqual({ entries: ENTRIES, head, problems: [] });
});

test.each([
  "update audit_entries set reason = 'x'",
  "delete from audit_entries",
  "truncate audit_entries",
])("the database refuses: %s", async (sql) => {
  const refused = asSuperuser(installation.database, (superuser) => superuser.query(sql));
  await expect(refused).rejects.toMatchObject({ code: "HF003" });
});

describe("verification in ranges", () => {
  /**
   * Returns the report with its problems sorted, because a wrong checkpoint is reported at the end
   * of its range.
   */
  const inOrder = ({ problems, ...report }: AuditReport) => ({
    ...report,
    problems: problems.map(({ seq, text }) => `${seq} ${text}`).toSorted(),
  });
  const whole = async (limit: number, checkpoint?: AuditHead) => {
    const problems = [];
    for (let after = AUDIT_START, entries = 0; ;) {
      const range = await verifyRange(installation.database, { after, limit, checkpoint });
      problems.push(...range.problems);
      entries += range.entries;
      after = range.last;
      if (range.isEnd) return { entries, problems, head: entries === 0 ? undefined : after };
    }
  };

  test.each([
    "update audit_entries set reason = 'another' where seq = 4",
    "update audit_entries set reason = null where seq in (3, 4, 5)",
    "update audit_entries set prev_hash = repeat('f', 64) where seq = 7",
    "delete from audit_entries where seq = 6",
    "delete from audit_entries where seq between 4 and 7",
    "delete from audit_entries where seq <= 3",
    "delete from audit_entries where seq > 10",
    "delete from audit_entries",
    "select",
  ])("ranges of any length report the same problems as the whole log: %s", async (change) => {
    const heads = await installation.database.query<AuditHead>(
      "select seq, hash from audit_entries order by seq",
    );
    await behindTheGuard(installation.database, change);
    for (const checkpoint of [undefined, ...heads, { seq: 4n, hash: "0".repeat(64) }]) {
      const report = inOrder(await verifyAudit(installation.database, checkpoint));
      for (const limit of [1, 2, 3, 5, ENTRIES, 100])
        expect(inOrder(await whole(limit, checkpoint))).toEqual(report);
    }
  });

  test("each range over HTTP except the last returns a cursor", async () => {
    const check = (cursor?: string) =>
      checkAudit(installation.database, { cursor, checkpoint: head });
    expect(await check()).toMatchObject({
      entries: ENTRIES,
      newestSeq: ENTRIES,
      problems: [],
      nextCursor: null,
    });
    const [fifth] = await installation.database.query<AuditHead>(
      "select seq, hash from audit_entries where seq = 5",
    );
    const rest = await check(`5_${fifth?.hash ?? ""}`);
    expect(rest).toMatchObject({ entries: ENTRIES - 5, problems: [] });
    // A forged cursor is detected, because its hash does not match the next entry's previous hash.
    expect((await check(`5_${"0".repeat(64)}`)).problems).toMatchObject([{ seq: 6 }]);
    for (const cursor of ["", "5", `0_${"0".repeat(64)}`, `5_${"0".repeat(63)}`, "x_y"])
      await expect(check(cursor)).rejects.toMatchObject({ code: "bad_cursor" });
  });
});

describe("the verification detects", () => {
  test.each([
    "reason = 'another'",
    "reason = null",
    "actor = gen_random_uuid()",
    "target = null",
    "action = 'user.delete'",
    "at = at + interval '1 millisecond'",
    `before = '{"isAdmin": true, "limit": 1}'`,
    `after = after - 'note'`,
    `after = after || '{"limit": 3}'`,
    "prev_hash = repeat('f', 64)",
    "hash = repeat('0', 64)",
    "seq = 1000",
  ])("an entry changed with %s", async (change) => {
    for (const seq of [1, 5, ENTRIES]) {
      await behindTheGuard(
        installation.database,
        `update audit_entries set ${change} where seq = ${seq}`,
      );
      const { problems } = await verifyAudit(installation.database);
      expect(problems.length).toBeGreaterThan(0);
      await behindTheGuard(installation.database, "delete from audit_entries");
      for (let one = 1; one <= ENTRIES; one += 1) await record(`reason ${one}`);
    }
  });

  test("a deleted entry at any position", async () => {
    await behindTheGuard(installation.database, "delete from audit_entries where seq = 4");
    expect((await verifyAudit(installation.database)).problems[0]).toMatchObject({ seq: 5n });
    await behindTheGuard(installation.database, "delete from audit_entries where seq <= 4");
    expect((await verifyAudit(installation.database)).problems[0]).toMatchObject({ seq: 5n });
  });

  test("an edited entry whose hash was recomputed", async () => {
    const [row] = await installation.database.query<
      Parameters<typeof auditHash>[1] & { prev: string }
    >(
      `select seq, at, actor, action, target, reason, before, after, prev_hash as prev from audit_entries where seq = 6`,
    );
    if (!row) throw new Error("no entry");
    const hash = auditHash(row.prev, { ...row, reason: "forged" });
    await behindTheGuard(
      installation.database,
      `update audit_entries set reason = 'forged', hash = '${hash}' where seq = 6`,
    );
    const { problems } = await verifyAudit(installation.database);
    expect(problems).toEqual([
      { seq: 7n, text: "does not contain the hash of the previous entry" },
    ]);
  });

  test("the removal of the newest entries, with a checkpoint", async () => {
    await behindTheGuard(
      installation.database,
      `delete from audit_entries where seq > ${ENTRIES - 2}`,
    );
    expect((await verifyAudit(installation.database)).problems).toEqual([]);
    expect((await verifyAudit(installation.database, head)).problems).toEqual([
      { seq: head.seq, text: "does not match the checkpoint" },
    ]);
    await record("written over the cut");
    await record("and again");
    expect((await verifyAudit(installation.database, head)).problems).toHaveLength(1);
    await behindTheGuard(installation.database, "delete from audit_entries");
    expect((await verifyAudit(installation.database, head)).problems).toHaveLength(1);
  });
});

test("concurrent entries form a single chain", async () => {
  await Promise.all(Array.from({ length: 30 }, (_, one) => record(`at once ${one}`)));
  const { entries, problems } = await verifyAudit(installation.database);
  expect({ entries, problems }).toEqual({ entries: ENTRIES + 30, problems: [] });
});

test("a failed transaction leaves no entry", async () => {
  await expect(
    installation.database.transaction(async (tx) => {
      await recordAudit(tx, {
        at: new Date(),
        actor: randomUUID(),
        action: "user.add",
        target: null,
        reason: null,
        before: {},
        after: {},
      });
      throw new Error("the effect failed");
    }),
  ).rejects.toThrow("the effect failed");
  expect((await verifyAudit(installation.database)).entries).toBe(ENTRIES);
});

test("the hash is computed from JSON with sorted keys", () => {
  expect(canonicalJson({ b: 1, a: { d: null, c: "é" } })).toBe('{"a":{"c":"é","d":null},"b":1}');
  const content = {
    seq: 1n,
    at: new Date("2026-01-02T03:04:05.006Z"),
    actor: "a",
    action: "user.add",
    target: null,
    reason: null,
    before: {},
    after: { isAdmin: false },
  };
  // printf '%064d%s' 0
  // '{"action":"user.add","actor":"a","after":{"isAdmin":false},"at":"2026-01-02T03:04:05.006Z","before":{},"reason":null,"seq":1,"target":null}'
  // | sha256sum
  expect(auditHash(GENESIS_HASH, content)).toBe(
    "91f76a308ca71e26d368b2974077c0cde067aba08275b4df515dc7625422b358",
  );
});
