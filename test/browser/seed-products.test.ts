/**
 * Checks every label and text on the screens for purchases, investments and stakes against
 * docs/seed-parity.md.
 */
import { describe, expect, test } from "vitest";
import { shown, type Kind } from "../support/browser/screen.ts";
import { openSeedScreens } from "../support/browser/seed-screens.ts";

const screens = openSeedScreens();

describe("/purchase-power", () => {
  screens.open("/purchase-power", "eve");

  test.each<[Kind, string]>([
    ["heading", "Cloud Mining"],
    ["heading", "Profitability calculator"],
    ["field", "Power"],
    ["field", "Electricity"],
    ["slider", "Hash rate"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([
    ["Starter Rig", "$99", "50 TH/s · 1.5 kW"],
    ["Pro Miner", "$499", "300 TH/s · 5 kW"],
    ["Enterprise Farm", "$1999", "1.5 PH/s · 20 kW"],
  ])("the plan %j costs %s for %s", async (name, price, size) => {
    const card = screens.page.getByRole("article", { name });
    await card.getByText(price, { exact: true }).waitFor();
    const text = (await card.textContent()) ?? "";
    for (const words of [size, "30 days"]) expect(text).toContain(words);
  });

  test.each(["Starter Rig", "Pro Miner", "Enterprise Farm"])(
    "the plan %j has features and a button Purchase Plan",
    async (name) => {
      const card = screens.page.getByRole("article", { name });
      await expect.poll(() => card.getByRole("listitem").count()).toBe(2);
      const button = card.getByRole("button", { name: `Purchase Plan: ${name}` });
      expect(await button.innerText()).toBe("Purchase Plan");
    },
  );

  test("features shared by all plans are listed once below them", async () => {
    const plans = screens.page.getByRole("region", { name: "Plans" });
    const shared = plans.getByRole("listitem").filter({ hasText: /FPPS|Not cancellable/ });
    await expect.poll(() => shared.count()).toBe(2);
  });

  test.each([
    ["min", "10"],
    ["max", "1000"],
    ["step", "10"],
    ["value", "100"],
  ])("the hash rate slider's %s is %s", async (attribute, value) => {
    const slider = screens.page.getByRole("slider", { name: "Hash rate" });
    const read = () =>
      attribute === "value" ? slider.inputValue() : slider.getAttribute(attribute);
    await expect.poll(read).toBe(value);
  });

  test.each([
    ["Power", "3"],
    ["Electricity", "0.1"],
    ["Pool fee", "0"],
    ["Uptime", "100"],
    ["Difficulty growth", "0"],
    ["Price growth", "0"],
  ])("the calculator's %j is initially %s", async (label, value) => {
    const field = screens.page.getByLabel(label, { exact: true });
    await expect.poll(() => field.inputValue()).toBe(value);
  });

  test.each([
    ["BTC per day", "0.00007574"],
    ["Value, USD per day", "4.54"],
    ["Power, USD per day", "\u22127.20"],
    ["Result, USD per day", "\u22122.66"],
  ])("the calculator's %j is %s", async (label, value) => {
    const day = screens.page.getByRole("region", { name: "Per day" });
    await expect.poll(() => day.textContent()).toContain(`${label}${value}`);
  });

  test.each(["60,000.00 USD per BTC", "difficulty 83.00 T", "reward 3.125 BTC", "600 s"])(
    "the calculator shows %j",
    async (words) => {
      expect(await screens.isShown("words", words)).toBe(true);
    },
  );
});

describe("/invest", () => {
  screens.open("/invest", "eve");

  test.each<[Kind, string]>([
    ["heading", "Invest"],
    ["heading", "Portfolio"],
    ["text", "Invested"],
    ["text", "Accrued so far"],
    ["words", "Bitcoin has no staking yield"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([
    ["BTC Starter", "8% APY", "0.001 BTC", "30 days"],
    ["BTC Growth", "15% APY", "0.05 BTC", "90 days"],
    ["BTC Pro", "25%+ APY", "0.5 BTC", "flexible"],
  ])("the plan %j pays %s from %s for %s", async (name, apy, minimum, term) => {
    const card = screens.page.getByRole("article", { name });
    await card.waitFor();
    const text = (await card.textContent()) ?? "";
    for (const words of [`${name}${apy}`, `Minimum${minimum}`, `Term${term}`])
      expect(text).toContain(words);
    await expect.poll(() => card.getByRole("listitem").count()).toBe(3);
  });

  test("a new account's portfolio shows zero totals", async () => {
    const panel = screens.page.getByRole("region", { name: "Portfolio" });
    await expect.poll(() => panel.textContent()).toContain("Invested0.00000000");
  });
});

describe("/staking", () => {
  screens.open("/staking", "ann");

  test.each<[Kind, string]>([
    ["heading", "Staking"],
    ["button", "Stake"],
    ["text", "Estimated return"],
    ["text", "Ends"],
    ["words", "No positions yet"],
    ["words", "Bitcoin has no staking yield"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each(["30 days · 35%", "90 days · 50%", "180 days · 75%"])(
    "the page offers the period %j",
    async (name) => {
      expect(await screens.isShown("text", name)).toBe(true);
    },
  );

  test("90 days are selected by default", async () => {
    const period = screens.page.getByRole("button", { name: "90 days · 50%" });
    expect(await period.getAttribute("aria-pressed")).toBe("true");
  });

  test.each([
    ["", "Invalid Amount", "Please enter a valid amount to stake."],
    ["0", "Invalid Amount", "Please enter a valid amount to stake."],
    ["-1", "Invalid Amount", "Please enter a valid amount to stake."],
    ["1", "Insufficient Funds", "You do not have enough BTC to stake that amount."],
  ])("the amount %j shows %s - %s", async (amount, title, text) => {
    const { page } = screens;
    await page
      .getByLabel(/^Amount/)
      .first()
      .fill(amount);
    await shown(page, "button", "Stake").click();
    expect(await screens.isNoticed(title, text)).toBe(true);
  });

  test("the estimated interest is amount x APY / 100 x days / 365", async () => {
    const { page } = screens;
    await page
      .getByLabel(/^Amount/)
      .first()
      .fill("0.01");
    // 1,000,000 sats x 50 % x 90 / 365 = 123,287.67 sats
    const main = page.getByRole("main");
    await expect.poll(() => main.textContent()).toContain("Estimated return+0.00123287 BTC");
    const end = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
    await expect
      .poll(() => main.textContent())
      .toSatisfy((text: string) =>
        // A new day may begin during the test, so accept both dates.
        [0, 1].some((ago) =>
          text.includes(end.format(new Date(Date.now() - ago * 60_000 + 90 * 86_400_000))),
        ),
      );
  });

  test("confirming a stake shows 'Staking Initiated!'", async () => {
    const { page } = screens;
    await page
      .getByLabel(/^Amount/)
      .first()
      .fill("0.001");
    await shown(page, "button", "Stake").click();
    await page.getByRole("dialog").getByRole("button", { name: "Stake" }).click();
    expect(await screens.isNoticed("Staking Initiated!", "0.00100000 BTC are staked until")).toBe(
      true,
    );
  });
});

describe("/hardware", () => {
  screens.open("/hardware", "eve");

  test.each<[Kind, string]>([
    ["heading", "Hardware"],
    ["words", "No rigs yet"],
  ])("the page shows the %s %j", async (kind, name) => {
    expect(await screens.isShown(kind, name)).toBe(true);
  });

  test.each([
    ["S19 Pro", "$3,500", "110 TH/s · 3.25 kW", "ASIC miner"],
    ["M30S++", "$3,800", "112 TH/s · 3.47 kW", "ASIC miner"],
    ["Mining Rig Frame", "$150", "mines nothing", "Frame"],
  ])("%j costs %s: %s, %s", async (name, price, size, type) => {
    const card = screens.page.getByRole("article", { name });
    await card.waitFor();
    const text = (await card.textContent()) ?? "";
    for (const words of [price, size, type]) expect(text).toContain(words);
    const button = card.getByRole("button", { name: `Buy Now: ${name}` });
    expect(await button.innerText()).toBe("Buy Now");
  });
});
