/**
 * Tests that the dashboard shows whether the books balance, hides empty queues, shows failing
 * components as failing, and shows the age of stale figures.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { AdminDashboardPage } from "./AdminDashboardPage.tsx";

const server = fakeServer();
afterEach(() => vi.useRealTimers());

beforeEach(() => as("full"));

function as(state: "full" | "second_factor_required"): void {
  const authority = { state, from: null, since: null, waitHours: 24 };
  server.answer("GET /api/v1/me", () => Response.json({ authority }));
}

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
  books: { walletSats: 500, bookedSats: 500, height: 7 },
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

const waiting: ApiAnswer<"listWithdrawalQueue">["items"][number] = {
  id: "wdr_1",
  userId: "00000000-0000-7000-8000-000000000001",
  userEmail: "una@example.test",
  hasSecondFactor: null,
  earlierCount: 0,
  isNewAddress: true,
  isAddressVerified: false,
  method: "wallet",
  isSimulated: false,
  network: "regtest",
  address: "bcrt1qtest",
  amountSats: 150_000_000,
  feeSats: 10_000,
  receivedSats: 149_990_000,
  state: "in_review",
  txid: null,
  createdAt: at,
  approvalHash: "ab".repeat(32),
  approvalsRequired: 1,
  daySats: 150_000_000,
  approvals: [],
  decidedAt: null,
  rejectedReason: null,
  heldBackFor: null,
  isWaiting: true,
  obstacle: null,
};

const day = (date: string, newUsers: number, paidMiners = 0) => ({
  day: date,
  newUsers,
  paidMiners,
  balanceSats: 5,
  depositedSats: 0,
  withdrawnSats: 0,
});

const QUEUE = "GET /api/v1/admin/withdrawals";
const limits = { nextCursor: null, reviewSats: 100_000_000, secondPersonSats: 500_000_000 };
const queue = (items: readonly (typeof waiting)[]) =>
  server.answer(QUEUE, () => Response.json({ items, ...limits }));

const valueOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test("without two-factor authentication figures are shown but no withdrawals", async () => {
  as("second_factor_required");
  server.answer("GET /api/v1/admin/stats", () => Response.json(stats));
  queue([waiting]);
  renderPage(<AdminDashboardPage />);
  await screen.findByRole("link", { name: "Turn On Two-Factor Auth" });
  screen.getByText("Total Users");
  expect(server.requests.map(({ route }) => route)).not.toContain(QUEUE);
});

test("failing background jobs are listed by name", async () => {
  server.answer("GET /api/v1/admin/stats", () => Response.json(stats));
  queue([]);
  renderPage(<AdminDashboardPage />);
  await screen.findByText("Sending withdrawals");
  expect(valueOf("Height")).toBe("not respondingit is being started again: Disk space is too low!");
  expect(valueOf("Sending withdrawals")).toBe("paused while the node is not responding");
  const folds = ["Bitcoin node", "Background jobs", "Database and machine"].map(
    (name) => screen.getByRole("heading", { name }).closest("details")?.open,
  );
  expect(folds).toEqual([true, true, false]);
  const row = (name: string) => within(screen.getByText(name).closest("tr") ?? document.body);
  row("sender").getByText("bitcoin node: no answer");
  row("sender").getByText("failed 7 times in a row");
  row("sweeper").getByText("late");
  row("earn").getByText("running");
});

test("pending withdrawals can be decided on the dashboard", async () => {
  server.answer("GET /api/v1/admin/stats", () => Response.json(stats));
  server.answer("GET /api/v1/admin/trends", () =>
    Response.json({
      at,
      days: [
        day("2026-02-26", 9),
        day("2026-02-27", 0),
        day("2026-02-28", 2, 4),
        day("2026-03-01", 1, 6),
      ],
    }),
  );
  queue([waiting]);
  renderPage(<AdminDashboardPage />);
  await screen.findByRole("heading", { name: "The books add up" });
  screen.getByText("The wallet and the books agree to the satoshi, block 7");
  expect(valueOf("Difference")).toContain("0.00000000 BTC");
  // The fake server now reports three users: one who signed up today and two who signed up
  // yesterday.
  await screen.findByRole("img", {
    name: "Current users by sign-up day, last 4 days: 0, 0, 2, 3.",
  });
  screen.getByRole("img", { name: "Users paid for mining, last 4 days: 0, 0, 4, 6." });
  await screen.findByRole("heading", { name: "Withdrawals waiting for approval" });
  screen.getByText("first withdrawal");
  screen.getByText("New address");
  fireEvent.click(screen.getByRole("button", { name: "Approve withdrawal of 1.50000000 BTC" }));
  within(screen.getByRole("dialog")).getByText(/^You are approving a payment of 1\.50000000 BTC/);
  const underWay = within(screen.getByRole("region", { name: "In progress", hidden: true }));
  underWay.getByText("broadcast 1");
  expect(underWay.queryByText("Open support tickets")).toBeNull();
});

test("a difference between the books and the node's wallet is shown", async () => {
  const queues = { ...stats.queues, withdrawals: 0, withdrawalStates: [] };
  const books = { walletSats: 480, bookedSats: 500, height: 7 };
  server.answer("GET /api/v1/admin/stats", () => Response.json({ ...stats, queues, books }));
  queue([]);
  renderPage(<AdminDashboardPage />);
  await screen.findByRole("heading", { name: "The books do not add up" });
  expect(valueOf("Difference")).toContain("+0.00000020 BTC");
  await screen.findByText("Nothing else is in progress");
  expect(screen.queryByText("Withdrawals waiting for approval")).toBeNull();
});

test("stale figures show when they were last updated", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isHanging = false;
  server.answer("GET /api/v1/admin/stats", () =>
    isHanging ? new Promise<Response>(() => undefined) : Response.json(stats),
  );
  queue([]);
  renderPage(<AdminDashboardPage />);
  await screen.findByText(/^updated \d\d:/);
  isHanging = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await waitFor(() => expect(screen.queryByText(/^stale since \d\d:/)).not.toBeNull());
});
