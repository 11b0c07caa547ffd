/** What each screen shows, label by label and text by text, as docs/seed-parity.md asks for it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appRuns, launchBrowser, newVisitor, notice, type Visitor } from "../support/browser.ts";
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
let depositTxid: string;

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
  depositTxid = (await rich.call("listDeposits")).items[0]?.txid ?? "";
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

/** True once the notice with this title and text is to be seen. */
async function isNoticed(title: string, text: string): Promise<boolean> {
  await notice(visitor.page, title, text);
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
    const text = ((await row.textContent()) ?? "").replace("Sample ", "Sample");
    expect(text).toContain(`Sample${figure}`);
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

  const ENTRIES = [
    ["Dashboard", "/dashboard"],
    ["Invest", "/invest"],
    ["Staking", "/staking"],
    ["Cloud Mining", "/purchase-power"],
    ["Hardware", "/hardware"],
    ["Wallet", "/wallet"],
    ["Deposit", "/deposit"],
    ["Withdraw", "/withdraw"],
    ["Track Transaction", "/track-transaction/demo-tx"],
    ["Analytics", "/analytics"],
    ["Settings", "/settings"],
    ["Support", "/support"],
  ] as const;
  const links = () =>
    visitor.page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link")
      .filter({ visible: true });

  test.each(ENTRIES)("%j leads to %s", async (name, path) => {
    const link = links().filter({ has: visitor.page.getByText(name, { exact: true }) });
    expect(await link.getAttribute("href")).toBe(path);
  });

  test("has its entries in the requirement's order, and no Admin Panel for a user", async () => {
    expect(await links().allInnerTexts()).toEqual(ENTRIES.map(([name]) => name));
  });

  test.each<[Kind, string]>([["button", "Logout"]])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });
});

describe("sidebar of an administrator", () => {
  open("/dashboard", "admin");

  test.each([["Admin Panel", "/admin/dashboard"]])("%j leads to %s", async (name, path) => {
    expect(await targetsOf(name)).toEqual([path]);
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
      await notice(page, title, text);
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

describe("tracker", () => {
  open("/track-transaction/demo-tx", "rich");

  test("a new ID opens its route", async () => {
    const { page } = visitor;
    await page.getByLabel("TXID", { exact: true }).fill(depositTxid);
    await shown(page, "button", "Track").click();
    await page.waitForURL(`**/track-transaction/${depositTxid}`);
    expect(new URL(page.url()).pathname).toBe(`/track-transaction/${depositTxid}`);
  });

  test("links to the explorer's page of the TXID", async () => {
    const link = visitor.page.getByRole("link", { name: /View in block explorer/ }).first();
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(`/transaction/${depositTxid}`);
    expect(await link.getAttribute("target")).toBe("_blank");
  });
});

describe("/invest", () => {
  open("/invest", "fresh");

  test.each<[Kind, string]>([
    ["heading", "Invest"],
    ["heading", "Portfolio"],
    ["text", "Invested"],
    ["text", "Accrued so far"],
    ["words", "Bitcoin has no staking yield"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([
    ["BTC Starter", "8% APY", "0.001 BTC", "30 days"],
    ["BTC Growth", "15% APY", "0.05 BTC", "90 days"],
    ["BTC Pro", "25%+ APY", "0.5 BTC", "flexible"],
  ])("the plan %j pays %s from %s for %s", async (name, apy, minimum, term) => {
    const card = visitor.page.getByRole("article", { name });
    await card.waitFor();
    const text = (await card.textContent()) ?? "";
    for (const words of [`${name}${apy}`, `Minimum${minimum}`, `Term${term}`])
      expect(text).toContain(words);
    expect(await card.getByRole("listitem").count()).toBe(3);
  });

  test("the portfolio of a new account shows zero totals", async () => {
    const panel = visitor.page.getByRole("region", { name: "Portfolio" });
    expect(await panel.textContent()).toContain("Invested0.00000000");
  });
});

describe("/staking", () => {
  open("/staking", "rich");

  test.each<[Kind, string]>([
    ["heading", "Staking"],
    ["button", "Stake"],
    ["text", "Estimated return"],
    ["text", "Ends"],
    ["words", "No positions yet"],
    ["words", "Bitcoin has no staking yield"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each(["30 days · 35%", "90 days · 50%", "180 days · 75%"])("offers %j", async (name) => {
    expect(await isShown("text", name)).toBe(true);
  });

  test("90 days are chosen at first", async () => {
    const period = visitor.page.getByRole("button", { name: "90 days · 50%" });
    expect(await period.getAttribute("aria-pressed")).toBe("true");
  });

  test.each([
    ["", "Invalid Amount", "Please enter a valid amount to stake."],
    ["0", "Invalid Amount", "Please enter a valid amount to stake."],
    ["-1", "Invalid Amount", "Please enter a valid amount to stake."],
    ["1", "Insufficient Funds", "You do not have enough BTC to stake that amount."],
  ])("amount %j says %s - %s", async (amount, title, text) => {
    const { page } = visitor;
    await page
      .getByLabel(/^Amount/)
      .first()
      .fill(amount);
    await shown(page, "button", "Stake").click();
    expect(await isNoticed(title, text)).toBe(true);
  });

  test("estimates amount x APY / 100 x days / 365, and the end as today plus the days", async () => {
    const { page } = visitor;
    await page
      .getByLabel(/^Amount/)
      .first()
      .fill("0.01");
    // 1,000,000 x 50 % x 90 / 36,500 = 123,287.67
    const main = (await page.getByRole("main").textContent()) ?? "";
    expect(main).toContain("Estimated return+0.00123287 BTC");
    const end = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
    expect(main).toContain(end.format(new Date(Date.now() + 90 * 86_400_000)));
  });

  test("a stake is confirmed and says 'Staking Initiated!'", async () => {
    const { page } = visitor;
    await page
      .getByLabel(/^Amount/)
      .first()
      .fill("0.001");
    await shown(page, "button", "Stake").click();
    await page.getByRole("dialog").getByRole("button", { name: "Stake" }).click();
    expect(await isNoticed("Staking Initiated!", "0.00100000 BTC are staked until")).toBe(true);
  });
});

describe("/hardware", () => {
  open("/hardware", "fresh");

  test.each<[Kind, string]>([
    ["heading", "Hardware"],
    ["words", "No rigs yet"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([
    ["S19 Pro", "$3,500", "110 TH/s · 3.25 kW", "ASIC miner"],
    ["M30S++", "$3,800", "112 TH/s · 3.47 kW", "ASIC miner"],
    ["Mining Rig Frame", "$150", "mines nothing", "Frame"],
  ])("%j costs %s: %s, %s", async (name, price, size, type) => {
    const card = visitor.page.getByRole("article", { name });
    await card.waitFor();
    const text = (await card.textContent()) ?? "";
    for (const words of [price, size, type]) expect(text).toContain(words);
    const button = card.getByRole("button", { name: `Buy Now: ${name}` });
    expect(await button.innerText()).toBe("Buy Now");
  });
});

describe("/wallet", () => {
  open("/wallet", "rich");

  test.each<[Kind, string]>([
    ["heading", "Wallet"],
    ["button", "Backup Phrase"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([
    ["WalletConnect", "over the wallet-connection protocol"],
    ["Browser wallet", "A Bitcoin wallet extension in this browser"],
    ["Ledger", "A hardware wallet at the USB port."],
  ])("names the provider %j: %s", async (name, description) => {
    expect(await isShown("text", name)).toBe(true);
    expect(await isShown("words", description)).toBe(true);
  });

  test("Backup Phrase gives the warning, in the words asked for", async () => {
    await shown(visitor.page, "button", "Backup Phrase").click();
    const text =
      "A real app would never show your phrase here. This is for demo only. Never share your seed phrase!";
    expect(await isNoticed("Security Warning", text)).toBe(true);
  });

  test("the balance is the real one, not a fixed 0.0012 BTC", async () => {
    const text = (await visitor.page.getByRole("main").textContent()) ?? "";
    expect(text).not.toContain("0.0012 BTC");
    expect(text).toMatch(/0\.04\d{6}/);
  });
});

describe("/analytics", () => {
  open("/analytics", "rich");

  test.each<[Kind, string]>([["heading", "Analytics"]])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });
});

describe("/settings", () => {
  open("/settings", "fresh");

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
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test("Email Address cannot be edited", async () => {
    const field = visitor.page.getByLabel("Email Address");
    expect(await field.isDisabled()).toBe(true);
    expect(await field.getAttribute("readonly")).not.toBeNull();
  });
});

describe("/support", () => {
  open("/support", "fresh");

  test.each<[Kind, string]>([
    ["heading", "Support"],
    ["heading", "Frequently asked questions"],
    ["heading", "Contact support"],
    ["field", "Subject"],
    ["field", "Message"],
    ["button", "Send Message"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });
});

describe("/admin/dashboard", () => {
  open("/admin/dashboard", "admin");

  test.each<[Kind, string]>([
    ["heading", "Admin Dashboard"],
    ["text", "Total Users"],
    ["text", "Total Balance"],
    ["text", "Active Miners"],
    ["text", "New Users"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });

  test.each([
    ["Users", "/admin/users"],
    ["Back to User View", "/dashboard"],
  ])("%j leads to %s", async (name, path) => {
    expect(await targetsOf(name)).toEqual([path]);
  });
});

describe("/admin/users", () => {
  open("/admin/users", "admin");

  test.each<[Kind, string]>([
    ["heading", "Users"],
    ["button", "Add user"],
    ["button", "Edit Ann"],
    ["button", "E-mail Ann"],
    ["button", "Delete Ann"],
    ["text", "Ann"],
    ["text", "Admin"],
    ["text", "User"],
  ])("%s %j", async (kind, name) => {
    expect(await isShown(kind, name)).toBe(true);
  });
});

describe("administrators' pages", () => {
  test.each(["/admin/dashboard", "/admin/users"])("%s leads a user to /dashboard", async (path) => {
    const { page, context } = await newVisitor(browser, {
      url: server.url,
      storage: accounts.fresh,
    });
    await page.goto(path);
    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { level: 1, name: "Mining Dashboard" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await context.close();
  });
});
