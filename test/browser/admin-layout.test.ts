/** Checks element positions and sizes on the administrator pages. */
import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openAdminSite } from "../support/browser/admin-site.ts";
import { leave } from "../support/browser/browser.ts";
import { outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";

const office = openAdminSite();
const { site } = office;

/** Returns the text of each misaligned cell: its content touches neither edge of the row. */
function strayCells(rows: Locator): Promise<string[]> {
  return rows.evaluateAll((elements) =>
    elements.flatMap((row) => {
      const { paddingLeft } = getComputedStyle(row);
      const box = row.getBoundingClientRect();
      const [left, right] = [
        box.left + parseFloat(paddingLeft),
        box.right - parseFloat(paddingLeft),
      ];
      return [...row.querySelectorAll("td")]
        .filter((cell) => cell.textContent !== "")
        .filter((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const content = range.getBoundingClientRect();
          return Math.abs(content.left - left) > 2 && Math.abs(content.right - right) > 2;
        })
        .map((cell) => cell.textContent);
    }),
  );
}

test("a user's withdrawals and deposits align with the row edges at 360 px", async () => {
  const { rich, admin } = office;
  await requestWithdrawal(rich, 1_000_000, outsideAddress(), randomUUID());
  const { id } = await rich.call("getMe");
  const visitor = await site.comeTo(`/admin/users/${id}`, { person: admin, width: 360 });
  for (const name of ["Withdrawals", "Deposits"]) {
    const rows = visitor.page.getByRole("table", { name }).locator("tbody tr");
    await rows.first().waitFor();
    expect(await strayCells(rows)).toEqual([]);
  }
  expect(await leave(visitor)).toEqual([]);
});

test("a user's page shows the money tables above the ledger", async () => {
  const { rich, admin } = office;
  const { id } = await rich.call("getMe");
  const visitor = await site.comeTo(`/admin/users/${id}`, { person: admin });
  const titles = visitor.page.getByRole("main").getByRole("heading", { level: 2 });
  await titles.getByText("Support tickets").waitFor();
  const names = await titles.allTextContents();
  const order = ["Withdrawals", "Deposits", "Positions", "Ledger", "Workers"];
  expect(names.filter((name) => order.includes(name))).toEqual(order);
  expect(await leave(visitor)).toEqual([]);
});

test("an empty panel on the operations page is one line high", async () => {
  const visitor = await site.comeTo("/admin/operations", { person: office.admin, width: 1440 });
  const panel = visitor.page.getByRole("region", { name: "Not in a block yet" });
  await panel.waitFor();
  expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(60);
  expect(await leave(visitor)).toEqual([]);
});
