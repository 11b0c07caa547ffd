/** What each screen shows, label by label and text by text, as docs/seed-parity.md asks for it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { storageOf, type SignedInStorage } from "../support/browser-person.ts";
import { buyPlan, getCoins } from "../support/main-job.ts";
import { signIn, signUp } from "../support/person.ts";
import { shown, type Kind } from "../support/screen.ts";
import { removeDataDir, startServer, type RunningServer } from "../support/server.ts";

const ADMIN = { email: "admin@example.test", password: "correct horse battery" };

let server: RunningServer;
let browser: Browser;
let accounts: Readonly<Record<"rich" | "fresh" | "admin", SignedInStorage>>;
let visitor: Visitor;

beforeAll(async () => {
  const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  [server, browser] = await Promise.all([startServer({ env }), launchBrowser()]);
  const { url } = server;
  const [rich, fresh, admin] = await Promise.all([
    signUp(url, "Ann"),
    signUp(url, "Eve"),
    signIn(url, ADMIN.email, ADMIN.password),
  ]);
  await getCoins(rich);
  await buyPlan(rich, "Starter Rig");
  accounts = {
    rich: await storageOf(url, rich),
    fresh: await storageOf(url, fresh),
    admin: await storageOf(url, admin),
  };
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  removeDataDir(server.dataDir);
});

/** Opens the page once for the tests of its group. */
function open(path: string, account?: keyof typeof accounts): void {
  beforeAll(async () => {
    const storage = account === undefined ? {} : { storage: accounts[account] };
    visitor = await newVisitor(browser, { url: server.url, ...storage });
    await visitor.page.goto(path);
    await appRuns(visitor.page);
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  });
  afterAll(async () => {
    await visitor.context.close();
  });
}

/** True once it is to be seen. */
async function isShown(kind: Kind, name: string): Promise<boolean> {
  await shown(visitor.page, kind, name).waitFor();
  return true;
}

/** Where all visible links of that name lead. */
async function targetsOf(name: string): Promise<string[]> {
  const links = visitor.page.getByRole("link", { name, exact: true }).filter({ visible: true });
  await links.first().waitFor();
  const targets = await Promise.all((await links.all()).map((link) => link.getAttribute("href")));
  return [...new Set(targets.map(String))];
}

describe("landing page", () => {
  open("/");

  test.each<[Kind, string]>([
    ["text", "High-performance ASIC mining"],
    ["text", "Instant setup"],
    ["text", "Secure infrastructure"],
    ["text", "Analytics"],
    ["text", "Global markets"],
    ["text", "Live trading"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([
    ["Login", "/login"],
    ["Sign Up", "/register"],
    ["Open a practice account", "/register"],
    ["Mining", "#mining"],
    ["Forex", "#forex"],
    ["About", "#about"],
  ])("%j leads to %s", async (name, path) => {
    expect(await targetsOf(name)).toEqual([path]);
  });

  test.each(["#mining", "#forex", "#about"])("has a section %s", async (id) => {
    expect(await visitor.page.locator(`section${id}`).count()).toBe(1);
  });

  test.each(["Go to Dashboard"])("does not show %j to a visitor", async (name) => {
    await expect
      .poll(() => visitor.page.getByRole("link", { name }).filter({ visible: true }).count())
      .toBe(0);
  });

  test.each([
    ["Hash rate", "2.5 EH/s"],
    ["Active miners", "15,000+"],
    ["Uptime", "99.9%"],
    ["Daily volume", "$2.5B+"],
    ["Active traders", "50,000+"],
    ["Success rate", "87%"],
  ])("the figure %j %s is marked as a sample", async (measure, figure) => {
    const row = visitor.page.locator("dl > div").filter({ hasText: measure });
    await row.getByText(figure).waitFor();
    expect(await row.textContent()).toContain(`Sample${figure}`);
  });

  test.each([
    ["0.52", "Sample person A", "Lisbon", "2 hours ago", "Withdrew in an hour, everything smooth."],
    ["1.15", "Sample person B", "Toronto", "5 hours ago", "The best platform I have used so far."],
    [
      "0.89",
      "Sample person C",
      "Singapore",
      "1 day ago",
      "My rigs pay for themselves every month.",
    ],
  ])("the testimonial of %s BTC by %s, %s, %s: %s is a sample", async (amount, ...fields) => {
    const card = visitor.page.locator("figure").filter({ hasText: `${amount} BTC` });
    const text = (await card.textContent()) ?? "";
    for (const field of [...fields, "Sample"]) expect(text).toContain(field);
  });
});

describe("landing page, signed in", () => {
  open("/", "fresh");

  test.each([["Go to Dashboard", "/dashboard"]])("%j leads to %s", async (name, path) => {
    expect(await targetsOf(name)).toEqual([path]);
  });

  test.each(["Login"])("does not show %j in its header", async (name) => {
    await shown(visitor.page, "link", "Go to Dashboard").waitFor();
    const link = visitor.page.getByRole("banner").getByRole("link", { name, exact: true });
    expect(await link.filter({ visible: true }).count()).toBe(0);
  });

  test.each(["Open a practice account"])("%j still leads to /register", async (name) => {
    expect(await targetsOf(name)).toEqual(["/register"]);
  });
});

describe("/login", () => {
  open("/login");

  test.each<[Kind, string]>([
    ["heading", "Login"],
    ["field", "Email"],
    ["field", "Password"],
    ["button", "Login"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([["Sign Up", "/register"]])("%j leads to %s", async (name, path) => {
    expect(await targetsOf(name)).toEqual([path]);
  });
});

describe("/register", () => {
  open("/register");

  test.each<[Kind, string]>([
    ["heading", "Create Account"],
    ["field", "Full Name"],
    ["field", "Email"],
    ["field", "Password"],
    ["field", "Confirm Password"],
    ["button", "Create Account"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([["Login", "/login"]])("%j leads to %s", async (name, path) => {
    expect(await targetsOf(name)).toEqual([path]);
  });

  test.each([
    ["Full Name", "text"],
    ["Email", "email"],
    ["Password", "password"],
    ["Confirm Password", "password"],
  ])("the field %j is required and of type %s", async (label, type) => {
    const field = visitor.page.getByLabel(label, { exact: true });
    expect((await field.getAttribute("type")) ?? "text").toBe(type);
    expect(await field.getAttribute("required")).not.toBeNull();
  });
});

describe("sidebar", () => {
  open("/dashboard", "fresh");

  test.each([
    ["Dashboard", "/dashboard"],
    ["Cloud Mining", "/purchase-power"],
    ["Deposit", "/deposit"],
    ["Withdraw", "/withdraw"],
    ["Track Transaction", "/track-transaction/demo-tx"],
  ])("%j leads to %s", async (name, path) => {
    const pages = visitor.page.getByRole("navigation", { name: "Pages" });
    const link = pages.getByRole("link", { name, exact: true }).filter({ visible: true });
    expect(await link.getAttribute("href")).toBe(path);
  });

  test.each<[Kind, string]>([["button", "Logout"]])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });
});

describe("/dashboard", () => {
  open("/dashboard", "rich");

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
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([
    ["Deposit", "/deposit"],
    ["Withdraw", "/withdraw"],
  ])("the wallet's %j leads to %s", async (name, path) => {
    const now = visitor.page.getByRole("region", { name: "Now" });
    const link = now.getByRole("link", { name, exact: true });
    expect(await link.getAttribute("href")).toBe(path);
  });

  test.each([
    ["Hash rate", "50.0TH/s"],
    ["Power usage", "1.5kW"],
    ["Estimated daily BTC", "0.00000000"],
    ["Bitcoin wallet", "0.04835000"],
  ])("%j shows %s", async (label, value) => {
    const now = visitor.page.getByRole("region", { name: "Now" });
    await expect.poll(async () => (await now.textContent()) ?? "").toContain(`${label}${value}`);
  });
});

describe("/purchase-power", () => {
  open("/purchase-power", "fresh");

  test.each<[Kind, string]>([
    ["heading", "Cloud Mining"],
    ["heading", "Profitability calculator"],
    ["field", "Power"],
    ["field", "Electricity"],
    ["slider", "Hash rate"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([
    ["Starter Rig", "$99", "50 TH/s · 1.5 kW"],
    ["Pro Miner", "$499", "300 TH/s · 5 kW"],
    ["Enterprise Farm", "$1999", "1.5 PH/s · 20 kW"],
  ])("the plan %j costs %s for %s", async (name, price, size) => {
    const card = visitor.page.getByRole("article", { name });
    await card.getByText(price, { exact: true }).waitFor();
    const text = (await card.textContent()) ?? "";
    for (const words of [size, "30 days"]) expect(text).toContain(words);
  });

  test.each(["Starter Rig", "Pro Miner", "Enterprise Farm"])(
    "the plan %j has features and a button Purchase Plan",
    async (name) => {
      const card = visitor.page.getByRole("article", { name });
      expect(await card.getByRole("listitem").count()).toBe(6);
      const button = card.getByRole("button", { name: `Purchase Plan: ${name}` });
      expect(await button.innerText()).toBe("Purchase Plan");
    },
  );

  test.each([
    ["min", "10"],
    ["max", "1000"],
    ["step", "10"],
    ["value", "100"],
  ])("the hash rate slider has %s %s", async (attribute, value) => {
    const slider = visitor.page.getByRole("slider", { name: "Hash rate" });
    const is = attribute === "value" ? slider.inputValue() : slider.getAttribute(attribute);
    expect(await is).toBe(value);
  });

  test.each([
    ["Power", "3"],
    ["Electricity", "0.1"],
    ["Pool fee", "0"],
    ["Uptime", "100"],
    ["Difficulty growth", "0"],
    ["Price growth", "0"],
  ])("the calculator's %j begins with %s", async (label, value) => {
    expect(await visitor.page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  });

  test.each([
    ["BTC per day", "0.00007574"],
    ["Worth, USD a day", "4.54"],
    ["Power, USD a day", "\u22127.20"],
    ["Result, USD a day", "\u22122.66"],
  ])("the calculator's %j is %s", async (label, value) => {
    const day = visitor.page.getByRole("region", { name: "A day" });
    expect(await day.textContent()).toContain(`${label}${value}`);
  });

  test.each(["60,000.00 USD per BTC", "difficulty 83.00 T", "reward 3.125 BTC", "600 s"])(
    "the calculator names %j",
    async (words) => {
      expect(await isShown("words", words)).toBe(true);
    },
  );
});

describe("/deposit", () => {
  open("/deposit", "fresh");

  test.each<[Kind, string]>([
    ["heading", "Deposit"],
    ["heading", "Your Bitcoin deposit address"],
    ["button", "Copy address"],
    ["words", "Only test coins of regtest."],
    ["words", "Anything else sent here cannot arrive."],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test("a QR code of the address", async () => {
    const code = visitor.page.getByRole("img", { name: "QR code of the deposit address" });
    await code.waitFor();
    expect(await code.isVisible()).toBe(true);
  });

  test("an address of the test network", async () => {
    const address = visitor.page
      .getByText(/^bcrt1/)
      .filter({ visible: true })
      .first();
    await address.waitFor();
    expect(await address.textContent()).toMatch(/^bcrt1q[a-z0-9]{38}$/);
  });

  test.each([["Copied to Clipboard", "The Bitcoin deposit address has been copied."]])(
    "copying says %j - %j",
    async (title, text) => {
      const { page } = visitor;
      await shown(page, "button", "Copy address").click();
      const note = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
      await note.filter({ hasText: title }).filter({ hasText: text }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^bcrt1q/);
    },
  );
});

describe("/withdraw", () => {
  open("/withdraw", "rich");

  test.each<[Kind, string]>([
    ["heading", "Withdraw"],
    ["words", "Amount in BTC"],
    ["field", "Wallet address"],
    ["words", "Processed within 24 hours after approval."],
    ["text", "Network fee, about"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each(["Wallet", "Bank", "PayPal", "Cash App"])("offers %j", async (name) => {
    expect(await isShown("text", name)).toBe(true);
  });

  test.each(["0.00010000"])("names the network fee of %s BTC", async (fee) => {
    expect(await isShown("words", fee)).toBe(true);
  });
});

describe("/track-transaction/demo-tx", () => {
  open("/track-transaction/demo-tx", "fresh");

  test.each<[Kind, string]>([
    ["heading", "Track Transaction"],
    ["field", "TXID"],
    ["button", "Track"],
    ["text", "Demo"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each(["Processing", "In Transit", "Confirming (3/6)", "Completed"])(
    "has the step %j",
    async (step) => {
      expect(await isShown("text", step)).toBe(true);
    },
  );
});
