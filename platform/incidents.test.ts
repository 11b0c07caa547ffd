/** Tests that incidents are recorded once, end once, and can never be changed. */
import { expect, test } from "vitest";
import { asSuperuser, fileDatabase } from "../test/support/servers/database.ts";
import { beginIncident, endIncident, listIncidents, recordIncident } from "./incidents.ts";
import { createPayGate, openPayGate } from "./pay-gate.ts";
import { silentLog } from "./process/log.ts";

const file = fileDatabase();
const all = () => listIncidents(file.database, { limit: 100 });

test("an incident begins once until it has ended", async () => {
  const { database } = file;
  await endIncident(database, "chain_halted");
  expect(await all()).toEqual([]);
  await beginIncident(database, { kind: "chain_halted", detail: "The node is on signet." });
  await beginIncident(database, { kind: "chain_halted", detail: "The node is on testnet4." });
  await beginIncident(database, { kind: "coins_differ", detail: "One satoshi is missing." });
  const [coins, chain] = await all();
  expect(chain).toMatchObject({ detail: "The node is on signet.", endedAt: null });
  expect(coins).toMatchObject({ kind: "coins_differ", endedAt: null });
  await endIncident(database, "chain_halted");
  await endIncident(database, "chain_halted");
  await beginIncident(database, { kind: "chain_halted", detail: "The node is on testnet4." });
  expect((await all()).map(({ kind, endedAt }) => [kind, endedAt === null])).toEqual([
    ["chain_halted", true],
    ["coins_differ", true],
    ["chain_halted", false],
  ]);
});

test("a page continues below the given id", async () => {
  const [, second, ...rest] = await all();
  expect(await listIncidents(file.database, { limit: 100, before: second?.id })).toEqual(rest);
});

test("a detail is shortened to the column's length", async () => {
  await recordIncident(file.database, { kind: "reorg", detail: "x".repeat(1_000) });
  const [newest] = await all();
  expect(newest?.detail).toHaveLength(500);
  expect(newest?.endedAt).toEqual(newest?.startedAt);
});

test.each([
  "update platform_incidents set detail = 'nothing'",
  "delete from platform_incidents",
  "truncate platform_incidents",
])("the owner of the database is refused: %s", async (sql) => {
  const before = await all();
  await expect(
    asSuperuser(file.database, (superuser) => superuser.query(sql)),
  ).rejects.toMatchObject({ code: "HF001" });
  expect(await all()).toEqual(before);
});

test("an outage of more than a minute is recorded from the last stored time on", async () => {
  const { database } = file;
  const gateNow = () =>
    createPayGate({
      database,
      clock: { now: () => new Date() },
      log: silentLog,
      uptimeMs: () => 0,
    });
  const outages = async () => (await all()).filter(({ kind }) => kind === "outage");
  await gateNow().checkedClock();
  expect(await outages()).toEqual([]);
  for (const [seconds, expected] of [
    [70, 0],
    [80, 1],
  ] as const) {
    const sql =
      "update platform_pay_gate set database_at = database_at - make_interval(secs => $1), seen_at = seen_at - make_interval(secs => $1)";
    await database.query(sql, [seconds]);
    await gateNow().checkedClock();
    expect(await outages()).toHaveLength(expected);
  }
  const [outage] = await outages();
  const lastedMs = (outage?.endedAt?.getTime() ?? 0) - (outage?.startedAt.getTime() ?? 0);
  expect(lastedMs).toBeGreaterThanOrEqual(80_000);
  expect(lastedMs).toBeLessThan(140_000);
  expect(outage?.detail).toMatch(/ for \d+ (s|min)\.$/);
});

test("a doubtful clock is an incident until an administrator confirms the time", async () => {
  const { database } = file;
  let jumpMs = 0;
  const clock = { now: () => new Date(Date.now() + jumpMs) };
  const running = createPayGate({ database, clock, log: silentLog, uptimeMs: () => Date.now() });
  const paused = async () => (await all()).filter(({ kind }) => kind === "pay_paused");
  await running.checkedClock();
  jumpMs = 3_600_000;
  await running.checkedClock();
  expect(await paused()).toMatchObject([
    { detail: "The clock moved by 1 h 0 min at once.", endedAt: null },
  ]);
  await openPayGate(database, clock.now());
  const [ended] = await paused();
  expect(ended?.endedAt).not.toBeNull();
});
