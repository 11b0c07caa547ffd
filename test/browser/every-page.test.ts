/**
 * Opens every page in both themes, at the narrowest width and at a wide one, for an account with
 * money and for an empty account. No page may have an accessibility violation, horizontal scrolling
 * or an error, and each must show the practice label in its title and in the practice strip.
 * `admin.test.ts` checks the administrator pages.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { openSite } from "../support/browser/browser-site.ts";
import { faultsOfPages, NARROW_LAYOUT, WIDE_LAYOUT } from "../support/browser/every-layout.ts";
import * as mainJob from "../support/people/main-job.ts";
import { PAGES_WITHOUT_MONEY, PUBLIC_PAGES } from "../support/browser/page-paths.ts";
import { signUp, type Person } from "../support/people/person.ts";

const LAYOUTS = [
  ["dark then light", 1440, WIDE_LAYOUT],
  ["light then dark", 360, NARROW_LAYOUT],
] as const;

const site = openSite();
let rich: Person;
let empty: Person;
let withdrawal: { id: string; txid: string };

beforeAll(async () => {
  [rich, empty] = await Promise.all([signUp(site.url, "Ann"), signUp(site.url, "Eve")]);
  await mainJob.getCoins(rich);
  await mainJob.buyPlan(rich, "Enterprise Farm");
  await mainJob.minePaid(rich, 1);
  await rich.call("placeOrder", { body: { itemId: "mining-rig-frame" } });
  await mainJob.fundFilled(rich);
  await rich.call("openStake", { body: { amountSats: 100_000, durationDays: 90 } });
  const { id } = await mainJob.requestWithdrawal(
    rich,
    1_000_000,
    mainJob.outsideAddress(),
    randomUUID(),
  );
  const { txid } = await mainJob.followToCompleted(rich, id);
  withdrawal = { id, txid: txid ?? "" };
});

const pagesOfMoney = () => [
  "/dashboard",
  "/forex",
  "/invest",
  "/staking",
  "/purchase-power",
  "/mining",
  "/hardware",
  "/wallet",
  "/deposit",
  "/withdraw",
  "/track-transaction/demo-tx",
  `/transaction/${withdrawal.txid}`,
  `/receipts/withdrawal/${withdrawal.id}`,
  `/track-transaction/${withdrawal.txid}`,
  "/analytics",
  "/mailbox",
  "/history",
];

/** Each run visits about fifty pages in two themes. */
const PAGES_MS_MAX = 900_000;

test.each(LAYOUTS)(
  "visitor pages have no layout or accessibility faults, %s, %i px",
  async (_, width, layout) => {
    expect(await faultsOfPages(site, PUBLIC_PAGES, { width, ...layout })).toEqual({});
  },
  PAGES_MS_MAX,
);

test.each(LAYOUTS)(
  "pages of a user with money have no layout or accessibility faults, %s, %i px",
  async (_, width, layout) => {
    expect(
      await faultsOfPages(site, [...pagesOfMoney(), ...PAGES_WITHOUT_MONEY], {
        width,
        ...layout,
        person: rich,
      }),
    ).toEqual({});
  },
  PAGES_MS_MAX,
);

test.each([
  [1440, "light"],
  [360, "dark"],
] as const)("empty account, %i px, %s", async (width, theme) => {
  const layout = { width, themes: [theme], isEachLoaded: false, person: empty };
  expect(await faultsOfPages(site, pagesOfMoney(), layout)).toEqual({});
});

test("a withdrawal's tracking id opens its transaction", async () => {
  const { page, context, faults } = await site.enter({ person: rich });
  await page.goto(`/track-transaction/${withdrawal.id}`);
  await page.waitForURL(`**/track-transaction/${withdrawal.txid}`);
  expect(faults()).toEqual([]);
  await context.close();
});
