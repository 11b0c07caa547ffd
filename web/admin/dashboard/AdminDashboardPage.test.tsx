/**
 * The dashboard where something is wrong: nothing is said to run that does not, and what is old
 * says since when.
 */
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ApiAnswer } from "../../api/route-shapes.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { AdminDashboardPage } from "./AdminDashboardPage.tsx";

const server = fakeServer();
afterEach(() => vi.useRealTimers());

type Stats = ApiAnswer<"getAdminStats">;
const at = "2026-03-01T09:00:00Z";

const stats: Stats = {
  at,
  totalUsers: 3,
  administrators: 1,
  disabledUsers: 0,
  totalBalanceSats: 5,
  totalBalanceCents: 0,
  activeMiners: 0,
  soldHashRateThs: "0",
  newUsers: 3,
  newUsersDays: 7,
  queues: {
    deposits: 0,
    withdrawals: 3,
    oldestWithdrawalAt: at,
    withdrawalStates: [
      { state: "in_review", count: 2 },
      { state: "broadcast", count: 1 },
    ],
    adjustments: 0,
    tickets: 0,
    chats: 0,
    mails: null,
    mailsGivenUp: null,
    mailProblem: null,
  },
  forex: null,
  health: {
    database: "writable",
    databaseBytes: 1,
    connections: 1,
    connectionsMax: 100,
    clockSkewMs: 0,
    nodeHeight: null,
    nodePeers: null,
    nodeAgent: null,
    nodeProblem: "it is being started again: Disk space is too low!",
    watcherHeight: 7,
    tipAgeSeconds: 60,
    unexplainedSats: 0,
    reconciledHeight: 7,
    reconciledAt: at,
    withdrawalsPaused: null,
    payPaused: null,
    payPausedAt: null,
    diskFreeBytes: null,
    diskTotalBytes: null,
    loopLagMs: null,
    startedAt: at,
    workers: [
      {
        name: "sender",
        lastRoundAt: null,
        failure: "bitcoin node: no answer",
        failures: 7,
        isLate: true,
      },
      { name: "sweeper", lastRoundAt: at, failure: null, failures: 0, isLate: true },
      { name: "earn", lastRoundAt: at, failure: null, failures: 0, isLate: false },
    ],
  },
};

const valueOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test("without a node no withdrawal is said to go out, and a job that fails or is stuck says so in words", async () => {
  server.answer("GET /api/v1/admin/stats", () => Response.json(stats));
  renderPage(<AdminDashboardPage />);
  await screen.findByText("Withdrawals go out");
  expect(valueOf("Height")).toBe(
    "does not answerit is being started again: Disk space is too low!",
  );
  expect(valueOf("Withdrawals go out")).toBe("not while the node does not answer");
  expect(valueOf("Withdrawals for an administrator")).toBe("2 to review");
  const row = (name: string) => within(screen.getByText(name).closest("tr") ?? document.body);
  row("sender").getByText("bitcoin node: no answer");
  row("sender").getByText("fails, 7 in a row");
  row("sweeper").getByText("late");
  row("earn").getByText("runs");
});

test("figures that could not be read again for long say since when they stand", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isHanging = false;
  server.answer("GET /api/v1/admin/stats", () =>
    isHanging ? new Promise<Response>(() => undefined) : Response.json(stats),
  );
  renderPage(<AdminDashboardPage />);
  await screen.findByText(/^updated \d\d:/);
  isHanging = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await waitFor(() => expect(screen.queryByText(/^stale since \d\d:/)).not.toBeNull());
});
