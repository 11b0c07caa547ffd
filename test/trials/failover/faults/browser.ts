/**
 * Performs the main job (sign-up, coins, a contract, its payouts, a withdrawal) in a real browser
 * through HAProxy, at a URL without TLS. The primary's machine is killed when the page sends the
 * withdrawal. The user clicks again until the server responds, but the withdrawal must be paid only
 * once.
 */
import type { Page } from "playwright-core";
import {
  launchBrowser,
  newVisitor,
  notice,
  noticesSoFar,
} from "../../../support/browser/browser.ts";
import {
  buyEnterpriseFarm,
  fillWithdrawal,
  followToSixBlocks,
  getCoins,
  mine,
  openRegister,
  register,
  shownNotice,
} from "../../../support/browser/main-job-pages.ts";
import { secondsSince, until } from "../wait.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";
import { newPayee, paidOnce } from "./payee.ts";

/** Clicks without counting, because this round does not report the number of clicks. */
const CLICKS = { click: (control: { click(): Promise<void> }) => control.click() };
const INITIATED = "Withdrawal via Wallet Initiated";

export async function withdrawInBrowser(scene: Scene): Promise<Outcome> {
  const { engines, platform } = scene;
  const browser = await launchBrowser();
  try {
    const visitor = await newVisitor(browser, { url: platform.url, isUnused: true });
    const { page } = visitor;
    await openRegister(page);
    await register(page, CLICKS);
    await getCoins(page, CLICKS);
    await buyEnterpriseFarm(page, CLICKS);
    await shownNotice(page).getByRole("button", { name: "Start Mining" }).click();
    await notice(page, "Mining Started!");
    await mine(page);
    const payee = newPayee();
    const pay = await fillWithdrawal(visitor, payee.address);

    const victim = await engines.leader();
    if (!victim) throw new Error("There is no primary to kill.");
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/withdrawals"),
    );
    await Promise.all([sent.then(() => engines.kill(victim, "machine")), pay.click()]);
    const startMs = performance.now();
    const presses = await pressUntilDone(page);
    const answeredMs = performance.now();
    await writesAgain(scene, startMs);
    engines.revive(victim);
    await followToSixBlocks(page);
    const doneMs = performance.now();
    await engines.whole();

    const paid = await paidOnce(platform, await userOf(scene, payee.address), payee);
    return {
      lines: [
        `${victim} was killed when the page sent the withdrawal. It was initiated at click ${presses}, after ${secondsSince(startMs, answeredMs)}, and its page showed six confirmations after ${secondsSince(startMs, doneMs)}; ${paid.line}.`,
        `Notices of the page:  ${(await noticesSoFar(page)).toReversed().join(" | ")}`,
      ],
      problems: [...paid.problems, ...visitor.faults()],
    };
  } finally {
    await browser.close();
  }
}

/**
 * Clicks the button whenever the page enables it, until the withdrawal is initiated. Returns the
 * number of clicks.
 */
async function pressUntilDone(page: Page): Promise<number> {
  let presses = 1;
  await until("the page says that the withdrawal is initiated", async () => {
    const said = await noticesSoFar(page);
    if (said.some((text) => text.startsWith(INITIATED))) return true;
    const again = page.getByRole("button", { name: /^Withdraw 0\.01/, disabled: false });
    if (!(await again.isVisible()) || (await again.getAttribute("aria-busy")) === "true")
      return undefined;
    presses += 1;
    await again.click().catch(() => undefined);
    return undefined;
  });
  return presses;
}

async function userOf({ platform }: Scene, address: string): Promise<string> {
  const [row] = await platform.database.query<{ user_id: string }>(
    "select user_id from wallet_withdrawals where purpose = 'user' and address = $1",
    [address],
  );
  return row?.user_id ?? "";
}
