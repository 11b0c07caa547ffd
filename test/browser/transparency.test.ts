/** Tests that a user verifies their own balance on /transparency and saves the leaf file. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { openSite } from "../support/browser/browser-site.ts";
import { axeViolations, leave, sidewaysScroll } from "../support/browser/browser.ts";
import { getCoins } from "../support/people/main-job.ts";
import { eventually, signUp, type Person } from "../support/people/person.ts";

// The first proof must include this file's user, so the product is not shared with other files.
const site = openSite({});
let ann: Person;
let ben: Person;

beforeAll(async () => {
  [ann, ben] = await Promise.all([signUp(site.url, "Ann"), signUp(site.url, "Ben")]);
  await getCoins(ann);
  await eventually(
    "a proof is taken",
    () => ann.call("listProofs", { query: {} }),
    ({ items }) => items.length > 0,
  );
});

const proofPanel = (page: Awaited<ReturnType<typeof site.comeTo>>["page"]) =>
  page.getByRole("region", { name: "Proof of liabilities" });

test("a user verifies their own leaves in the browser and saves them", async () => {
  const visitor = await site.comeTo("/transparency", { person: ann });
  const panel = proofPanel(visitor.page);
  await panel.getByRole("button", { name: "Check mine" }).click();
  await panel.getByText("This browser has verified each leaf up to the root.").waitFor();
  const saved = visitor.page.waitForEvent("download");
  await panel.getByRole("button", { name: "Save my leaves" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  const leaves = JSON.parse(text) as { readonly totalSats: number };
  expect(leaves.totalSats).toBe(5_000_000);
  expect(await leave(visitor)).toEqual([]);
});

test("a user to whom nothing was owed is told so", async () => {
  const visitor = await site.comeTo("/transparency", { person: ben });
  const panel = proofPanel(visitor.page);
  await panel.getByRole("button", { name: "Check mine" }).click();
  await panel.getByText("Nothing was owed to you when this proof was taken.").waitFor();
  expect(await panel.getByRole("button", { name: "Save my leaves" }).count()).toBe(0);
});

test.each([1_200, 360])("the signed reserves fit a page %i pixels wide", async (width) => {
  await eventually(
    "the outputs are signed",
    () => ann.call("getTransparency"),
    ({ reserves }) => reserves !== null && reserves.signedAt !== null,
  );
  const visitor = await site.comeTo("/transparency", { width });
  const panel = visitor.page.getByRole("region", { name: "Reserves" });
  await panel.getByText("Hot wallet, signed", { exact: true }).waitFor();
  await panel.getByText(/^Hashfloor \(practice\) reserves of http/).waitFor();
  expect(await sidewaysScroll(visitor.page)).toBe(0);
  expect(await axeViolations(visitor.page)).toEqual([]);
  const list = await fetch(new URL("/api/v1/transparency/reserves", site.url));
  const { items } = (await list.json()) as { items: readonly { state: string }[] };
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(["signed"]));
  expect(await leave(visitor)).toEqual([]);
});
