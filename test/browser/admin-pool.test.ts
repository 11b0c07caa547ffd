/**
 * Tests /admin/pool with a connected miner: the miner list, the Disconnect button, and the audit
 * log entry for the disconnection.
 */
import { expect, test } from "vitest";
import { dialog, goToAdminPage, openAdminSite } from "../support/browser/admin-site.ts";
import { goInside } from "../support/browser/browser.ts";
import { eventually, signUp } from "../support/people/person.ts";
import { connectStratum } from "../support/chain/stratum-client.ts";

const office = openAdminSite();
const { site } = office;

test("an administrator sees each miner's address and disconnects a miner with a reason", async () => {
  const person = await signUp(site.url, "Mia");
  const { id: userId, miningName } = await person.call("getMe");
  const { address } = await eventually(
    "the pool listens",
    () => person.call("getPool"),
    (pool) => pool.address !== null,
  );
  const miner = await connectStratum(address?.port ?? 0);
  const worker = `${miningName}.garage`;
  await miner.call("mining.subscribe", "browser/1");
  await miner.call("mining.authorize", worker, "x,d=0.00002");
  await miner.work();
  // The chain has five blocks per second, so a job may expire before the miner finds a share. Retry
  // until a share is accepted.
  await eventually(
    "a share is accepted",
    () => miner.call("mining.submit", worker, ...miner.findShare()),
    ({ result }) => result === true,
  );
  // The pool writes shares in batches, so wait until they are stored.
  await eventually(
    "the worker is listed",
    () => person.call("listWorkers"),
    ({ items }) => items.length > 0,
  );

  const { page, context, faults } = await site.comeTo("/admin/dashboard", { person: office.admin });
  await goToAdminPage(page, "Pool");
  await page.getByRole("heading", { level: 1, name: "Pool" }).waitFor();
  await page
    .getByRole("table", { name: "Running pools" })
    .getByText(/^block/)
    .waitFor();
  const row = page.getByRole("row").filter({ hasText: miningName ?? "" });
  await row.getByText("127.0.0.1").waitFor();
  await row.getByRole("button", { name: "End connections of 127.0.0.1" }).click();
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill("It floods the pool");
  await dialog(page)
    .getByRole("button", { name: /^End connections/ })
    .click();
  await page.getByText("Connections ended").first().waitFor();
  await miner.closed;
  await row.waitFor({ state: "detached" });

  await goToAdminPage(page, "Audit");
  const entry = page.getByRole("row").filter({ hasText: "Ended a miner's connections" });
  await entry.getByText("It floods the pool").waitFor();
  await entry.getByText("127.0.0.0/16").waitFor();

  await goInside(page, `/admin/users/${userId}`);
  const workers = page.getByRole("region", { name: "Workers" });
  await workers.getByText("garage").waitFor();
  expect(await workers.getByText("Working").count()).toBe(1);
  expect(faults()).toEqual([]);
  await context.close();
});
