/**
 * Kills the sender at every step with kill -9 and checks which messages reach the test's mail
 * server. Every message must arrive at least once, a repeated message must have the same
 * Message-ID, and messages of a rolled-back transaction must never arrive.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { deliver } from "#notifications";
import { testDatabase, type TestDatabase } from "../../../test/support/servers/database.ts";
import { joinedProgram } from "../../../test/support/servers/joined-programs.ts";
import { reachableUser } from "../../../test/support/servers/outbox.ts";
import { startSmtpSink, type SmtpSink } from "../../../test/support/fakes/smtp-sink.ts";
import { saveOutlet } from "./outbox-table.ts";
import { LEASE_MS } from "./send-round.ts";

const SENDER = joinedProgram("test/support/servers/outbox-sender.ts");
const MESSAGES = 12;

let installation: TestDatabase;
let smtp: SmtpSink;
beforeAll(async () => {
  installation = await testDatabase();
  await saveOutlet(installation.database, { channel: "email", isOpen: true });
});
beforeEach(async () => {
  smtp = await startSmtpSink();
});
afterEach(async () => {
  await smtp.close();
  await installation.database.query("delete from notifications_outbox");
});
afterAll(() => installation.close());

/**
 * Runs a sender until it exits. Returns the signal that killed it, or null if it exited normally.
 */
async function runSender(
  afterMs: number,
  { failpoint = "", userId }: { failpoint?: string; userId?: string } = {},
): Promise<string | null> {
  const words = [SENDER, installation.url, smtp.url, String(afterMs), ...(userId ? [userId] : [])];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, FAILPOINTS: failpoint },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`the sender failed with ${code}`);
  return signal;
}

async function writeMessages(): Promise<string[]> {
  const emails: string[] = [];
  for (let count = 0; count < MESSAGES; count += 1) {
    const { userId, email } = await reachableUser(installation.database);
    emails.push(email);
    const values = { at: "now" };
    await installation.database.transaction((tx) =>
      deliver(tx, { userId, template: "administrator_added", values, now: new Date() }),
    );
  }
  return emails;
}

const states = async () =>
  (
    await installation.database.query<{ state: string; count: number }>(
      "select state, count(*)::int as count from notifications_outbox group by state order by state",
    )
  ).map(({ state, count }) => `${count} ${state}`);

test.each(["outbox.claimed", "outbox.sent", "outbox.marking", "outbox.marked"])(
  "every message arrives after a kill at %s",
  async (failpoint) => {
    const emails = await writeMessages();
    const killed = [
      await runSender(0, { failpoint }),
      await runSender(LEASE_MS + 1_000, { failpoint }),
    ];
    expect(killed).toEqual(["SIGKILL", "SIGKILL"]);
    expect(await runSender(2 * (LEASE_MS + 2_000))).toBeNull();
    expect(await states()).toEqual([`${MESSAGES} sent`]);
    const idsByAddress = Map.groupBy(smtp.mails, ({ to }) => to[0] ?? "");
    expect([...idsByAddress.keys()].toSorted()).toEqual(emails.toSorted());
    for (const mails of idsByAddress.values()) {
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect(mails.length).toBeLessThanOrEqual(3);
    }
  },
);

test("messages of a killed process are sent again only after its claim has expired", async () => {
  await writeMessages();
  expect(await runSender(0, { failpoint: "outbox.claimed" })).toBe("SIGKILL");
  expect(await runSender(LEASE_MS / 2)).toBeNull();
  expect(smtp.mails).toHaveLength(MESSAGES - 5);
  expect(await runSender(LEASE_MS + 1_000)).toBeNull();
  expect(smtp.mails).toHaveLength(MESSAGES);
});

test("a kill before the commit of the writing transaction sends nothing", async () => {
  const { userId } = await reachableUser(installation.database);
  expect(await runSender(0, { failpoint: "outbox.queued", userId })).toBe("SIGKILL");
  expect(await runSender(0)).toBeNull();
  expect([smtp.mails, await states()]).toEqual([[], []]);
});

test("ten kills during a round lose no message and change no message id", async () => {
  const emails = await writeMessages();
  let afterMs = 0;
  for (let round = 0; round < 10; round += 1) {
    const child = spawn(process.execPath, [SENDER, installation.url, smtp.url, String(afterMs)], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const mailsBefore = smtp.mails.length;
    const exit = once(child, "exit");
    // Kill the sender at any point after it has sent the first message of the round.
    while (smtp.mails.length === mailsBefore && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGKILL");
    await exit;
    afterMs += LEASE_MS + 1_000;
  }
  expect(await runSender(afterMs)).toBeNull();
  expect(await states()).toEqual([`${MESSAGES} sent`]);
  const idsByAddress = Map.groupBy(smtp.mails, ({ to }) => to[0] ?? "");
  expect([...idsByAddress.keys()].toSorted()).toEqual(emails.toSorted());
  for (const mails of idsByAddress.values())
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
});
