/**
 * Tests /wallet, /deposit and the tracker: balances with an explanation, the absence of a recovery
 * phrase, the copied address, and invalid ids.
 */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { testAccounts } from "../../api/payout-accounts.ts";
import { goInside, goTo, leave, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins, securityCode } from "../support/people/main-job.ts";
import { messageKey } from "../support/chain/message-signer.ts";
import { signUp, type Person } from "../support/people/person.ts";

const WARNING = "Security Warning";
const WARNING_TEXT =
  "A real app would never show your phrase here. This is for demo only. Never share your seed phrase!";

const site = openSite();
let ann: Person;
let eve: Person;

beforeAll(async () => {
  [ann, eve] = await Promise.all([signUp(site.url, "Ann"), signUp(site.url, "Eve")]);
  await getCoins(ann);
});

/** Opens the page in a separate window, runs `work` on it, and returns its console errors. */
async function on(
  path: string,
  work: (page: Page) => Promise<void>,
  { person = ann, hasClock = false } = {},
): Promise<string[]> {
  const visitor = await (hasClock ? visitWithClock(path, person) : site.comeTo(path, { person }));
  await work(visitor.page);
  return leave(visitor);
}

async function visitWithClock(path: string, person: Person): Promise<Visitor> {
  const visitor = await site.enter({ person, isUnused: true });
  await visitor.page.clock.install();
  await goTo(visitor.page, path);
  return visitor;
}

describe("/wallet", () => {
  test("/wallet shows three balances in three units, and why coins are reserved", async () => {
    const code = await securityCode(ann);
    const { id } = await ann.call("createWithdrawal", {
      body: { amountSats: 1_000_000, method: "bank", code, ...testAccounts.bank },
    });
    const faults = await on("/wallet", async (page) => {
      const card = page.getByRole("region", { name: "Integrated wallet" }).first();
      for (const word of ["Available", "Pending", "Reserved"])
        await card.getByText(word, { exact: true }).waitFor();
      await card.getByText("0.04000000 BTC").waitFor();
      await card.getByText("4,000,000 sat · 2,400.00 USD").waitFor();
      await card.getByText("1,000,000 sat · 600.00 USD").waitFor();
      const reserved = page.getByRole("region", { name: "Reserved for" });
      await reserved.getByText("Withdrawals in progress").waitFor();
      await reserved.getByText("0.01000000 BTC").first().waitFor();
      const latest = page.getByRole("region", { name: "Latest movements" });
      await latest.getByText("Withdrawal", { exact: true }).first().waitFor();
      await page
        .getByText("Yours to spend, stake or withdraw now, with mining earnings up to this minute.")
        .waitFor();
    });
    // On a slow machine the withdrawal may already have been paid, so that it can no longer be
    // cancelled. Ignore that refusal.
    await ann.call("cancelWithdrawal", { params: { withdrawalId: id } }).catch(() => undefined);
    expect(faults).toEqual([]);
  });

  test("the page links to Deposit, Withdraw and History", async () => {
    const faults = await on("/dashboard", async (page) => {
      await page.getByRole("navigation").getByRole("link", { name: "Wallet" }).click();
      await page.waitForURL("**/wallet");
      const doors = page.getByRole("navigation", { name: "Wallet actions" });
      for (const [name, path] of [
        ["Deposit", "/deposit"],
        ["Withdraw", "/withdraw"],
        ["History", "/history"],
      ] as const) {
        await doors.getByRole("link", { name }).click();
        await page.waitForURL(`**${path}`);
        await page.goBack();
        await doors.waitFor();
      }
      await page.getByRole("link", { name: "Full history" }).click();
      await page.waitForURL("**/history");
    });
    expect(faults).toEqual([]);
  });

  test("the Backup Phrase warning stays longer than other notices", async () => {
    const faults = await on(
      "/wallet",
      async (page) => {
        const toast = page
          .getByRole("region", { name: /^Notifications/ })
          .getByRole("listitem")
          .filter({ hasText: WARNING });
        const button = page.getByRole("button", { name: "Backup Phrase" });
        await button.focus();
        // Pauses the browser's clock. BackupPhrase.test.tsx checks the exact time.
        await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 60_000)));
        await page.keyboard.press("Enter");
        await page.clock.runFor(1_000);
        await notice(page, WARNING, WARNING_TEXT);
        await page.clock.runFor(8_000);
        expect(await toast.count()).toBe(1);
        await page.clock.runFor(10_000);
        await toast.waitFor({ state: "detached" });
      },
      { hasClock: true },
    );
    expect(faults).toEqual([]);
  });

  test("the page neither shows nor asks for a recovery phrase", async () => {
    const faults = await on("/wallet", async (page) => {
      await page.getByText("None connected").waitFor();
      const place = page.getByRole("region", { name: "Connected wallets" });
      for (const name of ["WalletConnect", "Browser wallet", "Ledger"])
        await place.getByText(name, { exact: true }).waitFor();
      expect(await place.getByRole("button").allInnerTexts()).toEqual([
        "Verify by hand",
        "Connect",
        "Connect",
      ]);
      await place.getByText("Not configured by this installation.").waitFor();
      expect(await page.getByRole("main").locator("input, textarea").count()).toBe(0);
      expect(await page.getByRole("main").innerText()).not.toMatch(/isn't implemented/);
    });
    expect(faults).toEqual([]);
  });

  test("a manually verified address can become the only withdrawal target", async () => {
    const key = messageKey(randomBytes(32), "p2wpkh");
    const faults = await on(
      "/wallet",
      async (page) => {
        await page.getByRole("button", { name: "Verify by hand" }).click();
        await page.getByLabel("Address of your wallet").fill(key.address);
        await page.keyboard.press("Enter");
        const message = await page.getByLabel("Message to sign").inputValue();
        await page.getByLabel("Signature").fill(key.sign(`${message}.`));
        await page.getByRole("button", { name: "Save address" }).click();
        await page.getByText("did not sign this message").waitFor();
        await page.getByLabel("Signature").fill(key.sign(message));
        await page.getByLabel("Name (optional)").fill("Cold wallet");
        await page.getByRole("button", { name: "Save address" }).click();
        await notice(page, "Address Verified", "You can now withdraw to Cold wallet.");
        await page.getByText("1 verified address", { exact: true }).waitFor();
        await page.getByRole("switch", { name: "Only to my verified addresses" }).click();
        await notice(page, "Only Verified Addresses", /go to your verified addresses only/);
        await goInside(page, "/withdraw");
        await page.getByText("Your withdrawals go to your verified addresses only.").waitFor();
        await page.getByRole("button", { name: "Cold wallet" }).click();
        await page.getByText("Verified as yours: Cold wallet").waitFor();
        const field = page.getByLabel("Wallet address");
        expect(await field.inputValue()).toBe(key.address);
        // The browser must not send the address to a spell-checking service.
        expect(await field.getAttribute("spellcheck")).toBe("false");
      },
      { person: eve },
    );
    // The only expected console error is the refused signature (422).
    expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  });

  test("a browser wallet can connect after a refusal and a wrong key", async () => {
    const [own, other] = [7, 8].map((byte) => messageKey(new Uint8Array(32).fill(byte), "p2tr"));
    const ina = await signUp(site.url, "Ina");
    const visitor = await site.enter({ person: ina, isUnused: true });
    const { page } = visitor;
    const answers = ["refuse", "other key", "sign"];
    await page.exposeFunction("signOutside", (message: string) => {
      const answer = answers.shift();
      if (answer === "refuse") return "refuse";
      return (answer === "sign" ? own : other)?.sign(message);
    });
    await page.addInitScript((address) => {
      const { signOutside } = globalThis as unknown as {
        readonly signOutside: (message: string) => Promise<string>;
      };
      Object.assign(globalThis, {
        unisat: {
          requestAccounts: () => Promise.resolve([address]),
          async signMessage(message: string, type: string) {
            const signed = type === "bip322-simple" ? await signOutside(message) : "";
            if (signed === "refuse")
              throw Object.assign(new Error("User rejected"), { code: 4001 });
            return signed;
          },
        },
      });
    }, own?.address);
    await goTo(page, "/wallet");
    const place = page.getByRole("region", { name: "Connected wallets" });
    await place.getByRole("button", { name: "Connect a browser wallet" }).click();
    const connect = place.getByRole("button", { name: "UniSat" });
    await connect.click();
    await place.getByText("You rejected the request in the wallet. Nothing was saved.").waitFor();
    await connect.click();
    await place.getByText("did not sign this message").waitFor();
    await connect.click();
    await notice(page, "Address Verified", "You can now withdraw to UniSat.");
    await place.getByText("by a browser wallet").waitFor();
    const { items } = await ina.call("listConnections");
    expect(items).toMatchObject([{ address: own?.address, connector: "browser_wallet" }]);
    await leave(visitor);
  });

  test("an empty account shows a link to test coins", async () => {
    const faults = await on(
      "/wallet",
      async (page) => {
        await page.getByText("No movements yet").waitFor();
        await page.getByText("Nothing is reserved now.").waitFor();
        await page.getByRole("link", { name: "Get test coins" }).click();
        await page.waitForURL("**/deposit");
      },
      { person: eve },
    );
    expect(faults).toEqual([]);
  });

  test("a balance that fails to load shows an error instead of zero", async () => {
    const faults = await on("/dashboard", async (page) => {
      let isDown = true;
      await page.route("**/api/v1/wallet", (route) =>
        isDown ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
      );
      await page.goto("/wallet");
      const card = page.getByRole("region", { name: "Integrated wallet" }).first();
      const retry = card.getByRole("button", { name: "Retry" });
      await retry.waitFor();
      expect(await card.innerText()).not.toContain("0.0");
      isDown = false;
      await retry.click();
      await card.getByText("Available", { exact: true }).waitFor();
    });
    expect(faults).toEqual([]);
  });
});

test("/deposit copies the whole address and confirms it with a notice", async () => {
  const faults = await on("/deposit", async (page) => {
    const { address } = await ann.call("getDepositAddress");
    await page.getByRole("button", { name: "Copy address" }).first().click();
    await notice(page, "Copied to Clipboard", "The Bitcoin deposit address has been copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  });
  expect(faults).toEqual([]);
});

describe("the tracker", () => {
  const ID = "ab".repeat(32);

  test.each([
    ["63 digits", ID.slice(1)],
    ["65 digits", `${ID}a`],
    ["upper case", ID.toUpperCase()],
    ["a path", "../../etc/passwd"],
    ["an escaped slash", "a%2fb"],
    ["an unknown transaction", ID],
    ["an unknown withdrawal", `wdr_${"0".repeat(32)}`],
  ])("%s shows a not-found text without progress", async (_, id) => {
    const faults = await on("/track-transaction/demo-tx", async (page) => {
      await page.getByLabel("TXID").fill(id);
      await page.getByRole("button", { name: "Track" }).click();
      await page.getByRole("heading", { name: "Not found" }).waitFor();
      await page.getByText(id, { exact: true }).waitFor();
      expect(await page.getByRole("progressbar").count()).toBe(0);
    });
    expect(faults).toEqual([]);
  });

  test("the demo is labelled and restarts when it is submitted again", async () => {
    const faults = await on(
      "/track-transaction/demo-tx",
      async (page) => {
        await page.getByText("Demo", { exact: true }).first().waitFor();
        await page.clock.pauseAt(Date.now() + 60_000);
        const current = page.locator("[aria-current=step]");
        const bar = page.getByRole("progressbar");
        const start = async () => {
          await page.getByLabel("TXID").fill("demo-tx");
          await page.getByRole("button", { name: "Track" }).click();
          await current.filter({ hasText: "Processing" }).waitFor();
        };
        await start();
        const steps = ["Processing", "In Transit", "Confirming (3/6)", "Completed"];
        for (const [index, step] of steps.entries()) {
          await current.filter({ hasText: step }).waitFor();
          await expect.poll(() => bar.getAttribute("value")).toBe(String(index));
          expect(await bar.getAttribute("max")).toBe("3");
          await page.clock.runFor(3_000);
        }
        await start();
      },
      { hasClock: true },
    );
    expect(faults).toEqual([]);
  });
});
