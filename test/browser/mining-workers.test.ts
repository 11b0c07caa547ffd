/**
 * Tests /mining for a user with a real miner. The command shown on the page connects the miner, the
 * miner's work is paid, and the browser verifies every payout.
 */
import { beforeAll, expect, inject, test } from "vitest";
import { openDatabase, type Database } from "#platform";
import { axeViolations, leave, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { loginUrl } from "../support/servers/database-url.ts";
import { eventually, signUp, type Person } from "../support/people/person.ts";
import { postWork, SATOSHI_OF_WORK } from "../support/chain/pool-work.ts";
import { startServer } from "../support/servers/server.ts";
import { connectStratum } from "../support/chain/stratum-client.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

let asPool: Database;
const site = openSite(async () => {
  const server = await startServer();
  asPool = openDatabase(loginUrl(server.databaseUrl, inject("processLogins").pool), {
    connectionsMax: 1,
  });
  return {
    url: server.url,
    async close() {
      await asPool.close();
      await server.close();
    },
  };
});
let mia: Person;
let miaId: string;
beforeAll(async () => {
  mia = await signUp(site.url, "Mia");
  miaId = (await mia.call("getMe")).id;
});

const ago = (ms: number) => new Date(Date.now() - ms);

test("a miner started with the page's command appears as a worker within seconds", async () => {
  const visitor = await site.comeTo("/mining", { person: mia });
  const { page } = visitor;
  await page.getByText("No worker yet").waitFor();
  await page.getByText(/0\.01000000 BTC for one user/).waitFor();
  const said = await page.getByText(/^minerd /).innerText();
  const [, port = "", user = ""] = /:(\d+) -u (\S+) -p x$/.exec(said) ?? [];
  const miner = await connectStratum(Number(port));
  await miner.call("mining.subscribe", "browser/1");
  expect((await miner.call("mining.authorize", user, "x,d=0.00002")).result).toBe(true);
  await miner.work();
  // A worker's hash rate is measured between two shares. The chain has five blocks per second, so a
  // job may expire before the miner finds a share. Retry until each share is accepted.
  for (const which of ["first", "second"])
    await eventually(
      `a ${which} share is accepted`,
      () => miner.call("mining.submit", user, ...miner.findShare()),
      ({ result }) => result === true,
    );
  const row = page.getByRole("row", { name: /worker1/ });
  await row.getByText("Working").waitFor();
  await row
    .getByText(/1 share, ±100(\.0)? %/)
    .first()
    .waitFor();
  await page
    .getByRole("region", { name: "Pay for measured work" })
    .getByText(/^0(\.0{5,8}[1-9]\d{0,2})?(?![.\d])/)
    .first()
    .waitFor();
  await page.getByText("over a billion years").waitFor();
  miner.close();
  expect(await leave(visitor)).toEqual([]);
});

test("measured payouts are verified and exported with their inputs", async () => {
  await postWork(asPool, [
    { userId: miaId, at: ago(2 * DAY_MS), difficulty: 0.5 * SATOSHI_OF_WORK },
    { userId: miaId, at: ago(DAY_MS), difficulty: 120 * SATOSHI_OF_WORK },
    { userId: miaId, at: ago(1_000), difficulty: 7.75 * SATOSHI_OF_WORK },
  ]);
  const visitor = await site.comeTo("/mining", { person: mia });
  const { page } = visitor;
  const payouts = page.getByRole("region", { name: "Payouts of measured work" });
  const adds = payouts.getByText("adds up", { exact: true });
  await adds.first().waitFor({ timeout: 60_000 });
  await payouts.getByRole("button", { name: "Recompute" }).click();
  await payouts
    .getByText(/payouts? with \d+ lines?, 128 sat in total\. Every line, carry and sum/)
    .waitFor();
  const download = page.waitForEvent("download");
  await payouts.getByRole("button", { name: "Export CSV" }).click();
  const path = await (await download).path();
  const csv = await import("node:fs/promises").then(({ readFile }) => readFile(path, "utf8"));
  expect(csv.split("\r\n")[0]).toContain("Work before (10^-6 difficulty)");
  expect(csv.trimEnd().split("\r\n").length).toBeGreaterThanOrEqual(2 + 3);
  expect((await mia.call("getWallet")).availableSats).toBe(128);
  expect(await leave(visitor)).toEqual([]);
});

test("a worker's page shows its hash rate and can remove the worker", async () => {
  const visitor = await site.comeTo("/mining", { person: mia });
  const { page } = visitor;
  await page.getByRole("link", { name: "rig", exact: true }).click();
  await page.getByRole("heading", { name: "rig", exact: true }).waitFor();
  await page
    .getByRole("img", { name: /^Hash rate of .*, measured from accepted shares/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "90 days" }).click();
  await page.getByText("Each bar is a day (UTC).", { exact: false }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("switch", { name: "Notify me when this worker goes offline" }).click();
  await page.getByText("Alert On", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove worker" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove worker" }).click();
  await page.getByText("Worker Removed", { exact: true }).waitFor();
  await page.getByRole("row", { name: /worker1/ }).waitFor();
  await page.getByRole("link", { name: "rig", exact: true }).waitFor({ state: "detached" });
  await postWork(asPool, [{ userId: miaId, at: ago(0), difficulty: 1 }]);
  await page.getByRole("link", { name: "rig", exact: true }).waitFor();
  expect(await leave(visitor)).toEqual([]);
});

test("other users' workers are hidden, including on a phone", async () => {
  const visitor = await site.comeTo("/mining", { person: mia, width: 360 });
  const { page } = visitor;
  await page.getByRole("link", { name: "worker1", exact: true }).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "worker1", exact: true }).click();
  await page.getByText("Rate and difficulty over time").waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await leave(visitor)).toEqual([]);

  const eve = await signUp(site.url, "Eve");
  const { items } = await mia.call("listWorkers");
  const other = await site.comeTo(`/mining/workers/${items[0]?.id ?? ""}`, { person: eve });
  await other.page
    .getByText(/does not exist|no such worker|Not Found/i)
    .first()
    .waitFor();
  await other.context.close();
});
