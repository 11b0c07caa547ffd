/** Checks every label and text on the account and wallet screens against docs/seed-parity.md. */
import { beforeAll, describe, expect, test } from "vitest";
import { notice } from "../support/browser/browser.ts";
import { shown, type Kind } from "../support/browser/screen.ts";
import { openSeedScreens } from "../support/browser/seed-screens.ts";

const screens = openSeedScreens();

describe("/dashboard", () => {
  screens.open("/dashboard", "ann");

  test.each<[Kind, string]>([
    ["heading", "Mining Dashboard"],
    ["text", "Hash rate"],
    ["text", "Estimated daily BTC"],
    ["text", "Power usage"],
    ["text", "Bitcoin wallet"],
    ["heading", "Profit accelerator"],
    ["slider", "Boost"],
    ["button", "Activate Boost"],
    ["button", "Start Mining"],
    ["words", "Ann: 1 contract, day 1 of 30."],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([
    ["Deposit", "/deposit"],
    ["Withdraw", "/withdraw"],
  ])("the wallet's link %j opens %s", async (name, path) => {
    const now = screens.page.getByRole("region", { name: "Now" });
    const link = now.getByRole("link", { name, exact: true });
    expect(await link.getAttribute("href")).toBe(path);
  });

  test.each([
    ["Hash rate", "50.0TH/s"],
    ["Power usage", "1.5kW"],
    ["Estimated daily BTC", "0.00000000"],
    ["Bitcoin wallet", "0.04835000"],
  ])("the figure %j is %s", async (label, value) => {
    const now = screens.page.getByRole("region", { name: "Now" });
    await expect.poll(async () => (await now.textContent()) ?? "").toContain(`${label}${value}`);
  });
});

describe("/deposit", () => {
  screens.open("/deposit", "eve");

  test.each<[Kind, string]>([
    ["heading", "Deposit"],
    ["heading", "Your Bitcoin deposit address"],
    ["button", "Copy address"],
    ["words", "Only test coins of regtest."],
    ["words", "Anything else sent here is lost."],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test("the page shows a QR code of the address", async () => {
    const code = screens.page.getByRole("img", { name: "QR code of the deposit address" });
    await code.waitFor();
    expect(await code.isVisible()).toBe(true);
  });

  test("the address belongs to the test network", async () => {
    const address = screens.page
      .getByText(/^bcrt1/)
      .filter({ visible: true })
      .first();
    await address.waitFor();
    expect(await address.textContent()).toMatch(/^bcrt1q[a-z0-9]{38}$/);
  });

  test.each([["Copied to Clipboard", "The Bitcoin deposit address has been copied."]])(
    "copying shows %j - %j",
    async (title, text) => {
      const { page } = screens;
      await shown(page, "button", "Copy address").click();
      await notice(page, title, text);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^bcrt1q/);
    },
  );
});

describe("/withdraw", () => {
  screens.open("/withdraw", "ann");

  test.each<[Kind, string]>([
    ["heading", "Withdraw"],
    ["words", "Amount in BTC"],
    ["field", "Wallet address"],
    ["words", "Processed within 24 hours after approval."],
    ["text", "Network fee, about"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each(["Wallet", "Bank", "PayPal", "Cash App"])("the page has a tab %j", async (name) => {
    // The sidebar also has a link with the first tab's name.
    expect(await screens.isShown("tab", name)).toBe(true);
  });

  test.each(["0.00010000"])("the network fee of %s BTC is shown", async (fee) => {
    expect(await screens.isShown("words", fee)).toBe(true);
  });
});

describe("/track-transaction/demo-tx", () => {
  screens.open("/track-transaction/demo-tx", "eve");

  test.each<[Kind, string]>([
    ["heading", "Track Transaction"],
    ["field", "TXID"],
    ["button", "Track"],
    ["text", "Demo"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each(["Processing", "In Transit", "Confirming (3/6)", "Completed"])(
    "the tracker shows the step %j",
    async (step) => {
      expect(await screens.isShown("text", step)).toBe(true);
    },
  );
});

describe("tracker", () => {
  let depositTxid: string;

  beforeAll(async () => {
    depositTxid = (await screens.person("ann").call("listDeposits")).items[0]?.txid ?? "";
  });

  screens.open("/track-transaction/demo-tx", "ann");

  test("a new ID opens its own tracker page", async () => {
    const { page } = screens;
    await page.getByLabel("TXID", { exact: true }).fill(depositTxid);
    await shown(page, "button", "Track").click();
    await page.waitForURL(`**/track-transaction/${depositTxid}`);
    expect(new URL(page.url()).pathname).toBe(`/track-transaction/${depositTxid}`);
  });

  test("the tracker links to the transaction in the explorer", async () => {
    const link = screens.page.getByRole("link", { name: /View in block explorer/ }).first();
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(`/transaction/${depositTxid}`);
    expect(await link.getAttribute("target")).toBe("_blank");
  });
});

describe("/wallet", () => {
  screens.open("/wallet", "ann");

  test.each<[Kind, string]>([
    ["heading", "Wallet"],
    ["button", "Backup Phrase"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([
    ["WalletConnect", "over the wallet-connection protocol"],
    ["Browser wallet", "A Bitcoin wallet extension in this browser"],
    ["Ledger", "A hardware wallet at the USB port."],
  ])("the provider %j is listed with the description %s", async (name, description) => {
    expect(await screens.isShown("text", name)).toBe(true);
    expect(await screens.isShown("words", description)).toBe(true);
  });

  test("Backup Phrase shows the warning with the requirement's text", async () => {
    await shown(screens.page, "button", "Backup Phrase").click();
    const text =
      "A real app would never show your phrase here. This is for demo only. Never share your seed phrase!";
    expect(await screens.isNoticed("Security Warning", text)).toBe(true);
  });

  test("the balance is the account's own, not a fixed 0.0012 BTC", async () => {
    const text = async () => (await screens.page.getByRole("main").textContent()) ?? "";
    await expect.poll(text).toMatch(/0\.04\d{6}/);
    expect(await text()).not.toContain("0.0012 BTC");
  });
});

describe("/analytics", () => {
  screens.open("/analytics", "ann");

  test.each<[Kind, string]>([["heading", "Analytics"]])(
    "the page shows the %s %j",
    async (kind, name) => {
      expect(await screens.isShown(kind, name)).toBe(true);
    },
  );
});

describe("/settings", () => {
  screens.open("/settings", "eve");

  test.each<[Kind, string]>([
    ["heading", "Settings"],
    ["field", "Full Name"],
    ["field", "Email Address"],
    ["field", "Phone Number for SMS alerts"],
    ["button", "Save Changes"],
    ["words", "Two-Factor Auth"],
    ["words", "Login Notifications"],
    ["words", "View Login History"],
    ["words", "Promotions & News"],
    ["words", "Withdrawal Approvals"],
    ["words", "New Logins"],
    ["words", "Withdrawals"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test("Email Address cannot be edited", async () => {
    const field = screens.page.getByLabel("Email Address");
    expect(await field.isDisabled()).toBe(true);
    expect(await field.getAttribute("readonly")).not.toBeNull();
  });
});

describe("/support", () => {
  screens.open("/support", "eve");

  test.each<[Kind, string]>([
    ["heading", "Support"],
    ["heading", "Frequently asked questions"],
    ["heading", "Contact support"],
    ["field", "Subject"],
    ["field", "Message"],
    ["button", "Send Message"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });
});
