/**
 * Tests the panels on Site Settings that show pending increases of limits: withdrawal review,
 * faucet and pool pay.
 */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { pendingRaises } from "./pending-raise.ts";
import { settingsTexts } from "./strings.ts";
import type { TermsGroup } from "./terms-view.ts";
import { WaitingPanel } from "./WaitingPanel.tsx";

const server = fakeServer();

const at = "2026-03-02T12:00:00.000Z";

/** Returns versions of the review limits in BTC, newest first, with their ages in hours. */
function group(...posted: readonly (readonly [hoursAgo: number, one: string, two: string])[]) {
  const versions = posted.map(([hoursAgo, one, two]) => ({
    id: `trm_${hoursAgo}`,
    validFrom: new Date(Date.parse(at) - hoursAgo * 3_600_000).toISOString(),
    source: "a test",
    setBy: "ann@example.org",
    values: { one, two },
  }));
  return { kind: "review", subject: "review", name: "All methods", versions } as TermsGroup;
}

/** Returns versions of the faucet limits: minimum and maximum in BTC, and pause in minutes. */
function faucet(...posted: readonly (readonly [number, string, string, string])[]) {
  const versions = posted.map(([hoursAgo, least, daily, waitMinutes]) => ({
    id: `trm_${hoursAgo}`,
    validFrom: new Date(Date.parse(at) - hoursAgo * 3_600_000).toISOString(),
    source: "a test",
    setBy: "ann@example.org",
    values: { least, daily, waitMinutes, networkAccounts: "40", totalDaily: "50" },
  }));
  return { kind: "faucet", subject: "faucet", name: "Faucet", versions } as TermsGroup;
}

/**
 * Returns versions of the pool limits: caps on pay for measured work, and the block difficulty,
 * which takes effect immediately.
 */
function pool(...posted: readonly (readonly [number, string, string])[]) {
  const versions = posted.map(([hoursAgo, personDaily, installationDaily]) => ({
    id: `trm_${hoursAgo}`,
    validFrom: new Date(Date.parse(at) - hoursAgo * 3_600_000).toISOString(),
    source: "a test",
    setBy: "ann@example.org",
    values: { personDaily, installationDaily },
  }));
  const [newest] = versions;
  const block = newest && { ...newest, values: { shareMicros: "0.00002" } };
  return [
    { kind: "poolBlock", subject: "block", name: "Blocks", versions: [block] },
    { kind: "poolPay", subject: "pay", name: "Pay for measured work", versions },
  ] as TermsGroup[];
}

const pending = (terms: TermsGroup, waitHours = 24) =>
  pendingRaises(terms, { waitHours, at: new Date(at) }).map(({ step, from }) => [
    step,
    (from.getTime() - Date.parse(at)) / 3_600_000,
  ]);

test.each([
  ["without a new version", group([9000, "1", "5"]), []],
  [
    "after a raise",
    group([1, "1", "7"], [9000, "1", "5"]),
    [["Threshold for two administrators 5 BTC to 7 BTC", 23]],
  ],
  ["after the waiting period", group([24, "1", "7"], [9000, "1", "5"]), []],
  ["after lower limits", group([1, "0.5", "2"], [9000, "1", "5"]), []],
  [
    "after two raises, each with its own time",
    group([1, "2", "7"], [3, "1", "7"], [9000, "1", "5"]),
    [
      ["Threshold for one administrator 1 BTC to 2 BTC", 23],
      ["Threshold for two administrators 5 BTC to 7 BTC", 21],
    ],
  ],
  [
    "after a raise that follows a lower value",
    group([1, "1", "7"], [2, "1", "3"], [3, "1", "6"], [9000, "1", "7"]),
    [["Threshold for two administrators 3 BTC to 7 BTC", 23]],
  ],
  [
    "after a higher faucet amount and a shorter pause",
    faucet([1, "0.0001", "10", "0"], [9000, "0.0001", "0.05", "30"]),
    [
      ["Daily maximum (UTC) 0.05 BTC to 10 BTC", 23],
      ["Pause between two grants 30 minutes to 0 minutes", 23],
    ],
  ],
  [
    "after a lower faucet amount and a longer pause",
    faucet([1, "0.0001", "0.01", "60"], [9000, "0.0001", "0.05", "30"]),
    [],
  ],
] as const)("pending raises %s", (_, terms, expected) => {
  expect(pending(terms)).toEqual(expected);
  expect(pending(terms, 0)).toEqual([]);
});

test("the review panel shows a pending increase and when it takes effect", async () => {
  server.answer("GET /api/v1/me", () =>
    Response.json({ authority: { state: "full", from: null, since: null, waitHours: 24 } }),
  );
  renderPage(
    <WaitingPanel
      title={settingsTexts.review}
      footOf={settingsTexts.reviewFoot}
      groups={[group([1, "1", "7"], [9000, "1", "5"])]}
      at={at}
      reference={undefined}
    />,
  );
  await screen.findByText("Posted but not in force yet.");
  const text = document.body.textContent;
  expect(text).toMatch(
    /Threshold for two administrators 5 BTC to 7 BTC: in force from 3 Mar 2026, \d\d:00 \S+\./,
  );
  expect(text).toContain("Lower limits apply immediately, higher limits after 24 hours.");
  expect(text).toContain("All administrators are notified of a change.");
});

test("the faucet panel shows a pending increase and that administrators are notified", async () => {
  server.answer("GET /api/v1/me", () =>
    Response.json({ authority: { state: "full", from: null, since: null, waitHours: 24 } }),
  );
  renderPage(
    <WaitingPanel
      title={settingsTexts.faucet}
      footOf={settingsTexts.faucetFoot}
      groups={[faucet([1, "0.0001", "10", "0"], [9000, "0.0001", "0.05", "0"])]}
      at={at}
      reference={undefined}
    />,
  );
  await screen.findByText("Posted but not in force yet.");
  const text = document.body.textContent;
  expect(text).toMatch(
    /Daily maximum \(UTC\) 0\.05 BTC to 10 BTC: in force from 3 Mar 2026, \d\d:00 \S+\./,
  );
  expect(text).toContain(
    "Lower grants and longer pauses apply immediately, higher grants and shorter pauses after 24 hours.",
  );
  expect(text).toContain("All administrators are notified of a change.");
});

test("the pool panel shows a pending cap and that administrators are notified", async () => {
  server.answer("GET /api/v1/me", () =>
    Response.json({ authority: { state: "full", from: null, since: null, waitHours: 24 } }),
  );
  renderPage(
    <WaitingPanel
      title={settingsTexts.pool}
      footOf={settingsTexts.poolFoot}
      groups={pool([1, "0.05", "0.05"], [9000, "0.01", "0.1"])}
      at={at}
      reference={undefined}
    />,
  );
  await screen.findByText("Posted but not in force yet.");
  const text = document.body.textContent;
  expect(text).toMatch(/per user 0\.01 BTC to 0\.05 BTC: in force from 3 Mar 2026, \d\d:00 \S+\./);
  expect(text).not.toContain("0.1 BTC to 0.05 BTC: in force from");
  expect(text).toContain("Lower caps apply immediately, higher caps after 24 hours.");
  expect(text).toContain("All administrators are notified of a change.");
});
