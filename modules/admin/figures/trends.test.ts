/**
 * Tests the dashboard's daily figures and health: figures come from real rows, and unknown values
 * are null.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminRoutes } from "#admin";
import type { Caller } from "#api/route";
import { startBackOffice, type BackOffice } from "../../../test/support/people/back-office.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";

let office: BackOffice;
let admin: Caller;
beforeAll(async () => {
  office = await startBackOffice();
  admin = await office.newAdministrator();
});
afterAll(() => office.close());

const trends = () => office.routes.getAdminTrends({ ...plainRequest, caller: admin });

const mineToday = (userId: string) =>
  office.deps.database.query(
    "insert into mining_days (user_id, day, nanosats) values ($1, (now() at time zone 'UTC')::date, 1)",
    [userId],
  );

test("the figures cover thirty days up to today", async () => {
  const { userId } = await signUp(office.server);
  await office.pay(userId, 5_000n);
  await mineToday(userId);
  const { days, at } = await trends();
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({
    day: at.toISOString().slice(0, 10),
    newUsers: 2,
    balanceSats: 5_000n,
    paidMiners: 1,
    depositedSats: 5_000n,
    withdrawnSats: 0n,
  });
  expect(days.at(-2)).toMatchObject({ newUsers: 0, balanceSats: 0n, depositedSats: 0n });
});

test("anonymous users are counted neither as users nor as paid miners", async () => {
  const figures = async () => {
    const { totalUsers, newUsers } = await office.routes.getAdminStats({
      ...plainRequest,
      caller: admin,
    });
    const today = (await trends()).days.at(-1);
    return { totalUsers, newUsers, today: today?.newUsers, paid: today?.paidMiners };
  };
  const before = await figures();
  const { data, error } = await office.server.client().auth.signInAnonymously();
  expect(error).toBeNull();
  await mineToday(data.user?.id ?? "");
  expect(await figures()).toEqual(before);
});

test("values that the machine does not report are null", async () => {
  const stats = await office.routes.getAdminStats({ ...plainRequest, caller: admin });
  const { health, queues, books } = stats;
  expect(books).toBeNull();
  expect(health).toMatchObject({
    nodePeers: null,
    diskFreeBytes: null,
    loopLagMs: null,
    workers: null,
    tipAgeSeconds: null,
  });
  expect(health.databaseBytes).toBeGreaterThan(1_000_000n);
  expect(health.connections).toBeGreaterThan(0);
  expect(health.connectionsMax).toBeGreaterThan(health.connections);
  expect(queues).toMatchObject({ chats: 0, withdrawalStates: [], mails: null });
});

test("the node's height is null if the node is unreachable", async () => {
  const routes = adminRoutes({
    ...office.deps,
    machine: {
      nodeState: async () => ({ problem: "it is being started again" }),
      disk: async () => ({ freeBytes: 5, totalBytes: 10 }),
      loopLagMs: () => 3,
      startedAt: new Date(),
      works: true,
      workers: () => [
        { name: "sender", lastRoundAt: null, failure: "no answer", failures: 6, isLate: false },
      ],
    },
  });
  const { health } = await routes.getAdminStats({ ...plainRequest, caller: admin });
  expect(health).toMatchObject({
    nodeHeight: null,
    nodeProblem: "it is being started again",
    nodePeers: null,
    diskFreeBytes: 5,
    workers: [{ name: "sender", failure: "no answer", failures: 6 }],
  });
});
