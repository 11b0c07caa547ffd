/** Places and sizes that the administrators' pages must keep. */
import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openAdminSite } from "../support/browser/admin-site.ts";
import { leave } from "../support/browser/browser.ts";
import { outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";

const office = openAdminSite();
const { site } = office;

/** Cells whose content is at neither edge of its row. */
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

test("withdrawals and deposits of a person line up with their edges at 360", async () => {
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

test("money comes before the ledger on the page of a person", async () => {
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

test("empty panels of operations are one line", async () => {
  const visitor = await site.comeTo("/admin/operations", { person: office.admin, width: 1440 });
  const panel = visitor.page.getByRole("region", { name: "In no block yet" });
  await panel.waitFor();
  expect((await panel.boundingBox())?.height).toBeLessThanOrEqual(60);
  expect(await leave(visitor)).toEqual([]);
});
