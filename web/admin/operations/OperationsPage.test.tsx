/** Tests backups, coins, fees and waiting payments, including figures that are unavailable. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import type { Cold } from "../cold-wallet/cold-wallet.ts";
import type { Operations } from "./operations.ts";
import { OperationsPage } from "./OperationsPage.tsx";

const server = fakeServer();
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const TXID = "a1".repeat(32);

const quiet: Operations = {
  at: ago(0),
  copy: { state: "none" },
  disk: {
    freeBytes: 60_000_000_000,
    totalBytes: 100_000_000_000,
    databaseBytes: 1_200_000_000,
    databaseBytesPerDay: null,
    forecast: { state: "too_early" },
  },
  coins: { sums: [], smallestSats: null, largestSats: null, small: null },
  fee: {
    rate: null,
    mempoolCount: null,
    usualVirtualBytes: 141,
    usualSats: null,
    inputSats: null,
    feeSats: 10_000,
    marketSats: 0,
    coveredSatsPerVb: 70,
  },
  pausedReason: null,
  waiting: [],
  unmined: { count: 0, items: [] },
  selfTransfers: {
    consolidation: {
      state: "few_coins",
      rateMaxSatsPerVb: 3,
      smallBelowSats: 1_000_000,
      count: 12,
      coinsMin: 200,
    },
    items: [],
  },
  deposits: [],
};

const cold: Cold = {
  at: ago(0),
  state: "no_descriptor",
  hotSats: 0,
  coldSats: 0,
  ceilingSats: 10_000_000_000,
  keepSats: 5_000_000_000,
  rateMaxSatsPerVb: 3,
  descriptors: [],
  moves: [],
  returns: [],
};

async function show(changes: Partial<Operations>): Promise<void> {
  server.answer("GET /api/v1/admin/cold", () => Response.json(cold));
  server.answer("GET /api/v1/admin/operations", () => Response.json({ ...quiet, ...changes }));
  renderPage(<OperationsPage />);
  await screen.findByRole("region", { name: "Backups" });
}
const region = (name: string) => within(screen.getByRole("region", { name }));

test("without backups the page shows the command that creates one", async () => {
  await show({});
  const copies = region("Backups");
  copies.getByText("No backup yet.");
  copies.getByText("npm run backup -- FOLDER");
  copies.getByRole("button", { name: "Copy the command: Make a backup" });
  expect(copies.queryByText(/npm run restore/)).toBeNull();
  const fee = region("Current fee");
  expect(fee.getAllByText("Not monitored")).toHaveLength(4);
  fee.getByText("The node is not responding.");
  region("Waiting payments and deposits").getByText("Nothing is waiting");
  region("Not in a block yet").getByText("All payments are in a block");
  region("Coins").getByText("No coins yet");
});

test("before a day of measurements the disk panel makes no forecast", async () => {
  await show({});
  const disk = region("Disk");
  disk.getByText("60.0 GB of 100.0 GB");
  expect(disk.getAllByText("known after one day of measurements")).toHaveLength(2);
});

test("a disk that will be full within a month is a warning", async () => {
  const forecast = { state: "filling" as const, fullInDays: 12 };
  await show({ disk: { ...quiet.disk, databaseBytesPerDay: 15_000_000, forecast } });
  const disk = region("Disk");
  disk.getByText("full in 12 days");
  disk.getByText("15.0 MB per day");
  expect(disk.queryByText(/^The disk will be full within a month\./)).not.toBeNull();
});

test("a disk that the system does not report is not monitored", async () => {
  const forecast = { state: "not_monitored" as const };
  await show({ disk: { ...quiet.disk, freeBytes: null, totalBytes: null, forecast } });
  expect(region("Disk").getAllByText("Not monitored")).toHaveLength(2);
});

test("the age of a backup is shown in days", async () => {
  const copy = {
    state: "made",
    createdAt: ago(3),
    provedAt: ago(2),
    folder: "/backups/it's mine",
    bytes: 41_000_000,
    ageSeconds: 3 * 3_600,
    isOld: false,
  } as const;
  await show({ copy });
  region("Backups").getByText("3 h ago");
  region("Backups").getByText("41.0 MB");
  // The shell must parse the path as one word even if the path contains quotes.
  region("Backups").getByText(`npm run restore -- '/backups/it'\\''s mine'`);
  expect(screen.queryByText("Older than 26 hours")).toBeNull();
});

test("an old backup is marked by a word and a colour", async () => {
  const copy = {
    state: "made",
    createdAt: ago(47),
    provedAt: ago(47),
    folder: "/backups/one",
  } as const;
  await show({ copy: { ...copy, bytes: 1, ageSeconds: 47 * 3_600, isOld: true } });
  region("Backups").getByText("Older than 26 hours");
  expect(region("Backups").getAllByText("47 h ago")[0]?.className).toContain("text-down");
});

test("an unreadable last-backup.json does not count as a backup", async () => {
  await show({ copy: { state: "unreadable" } });
  region("Backups").getByText(/^Unknown: last-backup\.json/);
  expect(region("Backups").queryByText("Made")).toBeNull();
});

test("a process without background jobs does not report missing backups", async () => {
  await show({ copy: { state: "elsewhere" } });
  region("Backups").getByText(/^Unknown, because this process runs no background jobs/);
  expect(region("Backups").queryByText("No backup yet.")).toBeNull();
});

test("a stuck withdrawal shows its fee rate and the node's response", async () => {
  const rate = { satsPerKvb: 20_000, isEstimated: true, isTooHigh: false };
  const payment = {
    id: "wdr_1",
    purpose: "user",
    state: "signed",
    txid: TXID,
    paysCount: 1,
    attempt: null,
  } as const;
  const times = { signedAt: ago(5), sentAt: null, nextSendAt: null };
  await show({
    fee: { ...quiet.fee, rate, mempoolCount: 1, usualSats: 2_820, inputSats: 1_360 },
    unmined: {
      count: 3,
      items: [
        {
          ...payment,
          ...times,
          minerFeeSats: 200,
          virtualSize: 141,
          sendCount: 1_234,
          lastAnswer: "-26 min relay fee not met",
        },
        {
          ...payment,
          ...times,
          id: "wdr_2",
          sentAt: ago(4),
          minerFeeSats: 2_820,
          virtualSize: 141,
          sendCount: 1,
          lastAnswer: TXID,
        },
      ],
    },
  });
  const [, stuck, fine] = region("Not in a block yet").getAllByRole("row");
  expect(stuck?.textContent).toContain("below the current rate1.4");
  expect(stuck?.textContent).toContain("not accepted yet, signed 5 h ago");
  expect(stuck?.textContent).toContain("1,234-26 min relay fee not met");
  expect(fine?.textContent).not.toContain("below");
  expect(fine?.textContent).toContain("20.04 h ago1accepted");
  screen.getByText(/^Not shown: 1 newer payment\./);
  const raise = screen.getByRole("link", { name: "Raise a fee" });
  expect(raise.getAttribute("href")).toBe("/admin/withdrawals");
  region("Current fee").getByText("20.0 sat/vB");
});

test("waiting payments show why they wait", async () => {
  const one = {
    purpose: "user",
    waitingReason: null,
    heldBackFor: null,
    count: 1,
    sats: 5,
    oldestAt: ago(1),
  } as const;
  await show({
    pausedReason: "The books and the coins on the chain differ.",
    waiting: [
      { ...one, state: "in_review", heldBackFor: "disabled" },
      { ...one, state: "approved", heldBackFor: "debt", waitingReason: "It waits for blocks." },
      { ...one, state: "confirming", heldBackFor: "debt" },
    ],
    deposits: [{ isInBlock: false, count: 2, sats: 7, oldestAt: ago(1) }],
  });
  const why = region("Waiting payments and deposits")
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell").at(-1)?.textContent);
  expect(why).toEqual([
    expect.stringMatching(/^Stopped: the account was disabled/),
    "It waits for blocks.",
    "In a block. Complete after six confirmations.",
    "Waits for a block.",
  ]);
  screen.getByText("Signing is paused.");
});
