/**
 * Tests orders on /hardware with real clicks: costs before the order, refusals by the shop, and
 * late or failed responses.
 */
import { describe, expect, test } from "vitest";
import { goTo, leave, notice, type Visitor } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { buyNow, itemCard, order } from "../support/browser/hardware-page.ts";
import { getCoins } from "../support/people/main-job.ts";
import { signUp } from "../support/people/person.ts";

const site = openSite();

async function newcomer(): Promise<Visitor> {
  return site.comeTo("/hardware", { person: await signUp(site.url, "Eve") });
}

describe("before an order", () => {
  test("each rig shows its daily earnings and power cost, and that it never pays back", async () => {
    const visitor = await newcomer();
    const { page } = visitor;
    const rows = [
      ["S19 Pro", "$3,500", "110 TH/s · 3.25 kW", "5.00 USD", "7.80 USD", "0.0641 USD/kWh"],
      ["M30S++", "$3,800", "112 TH/s · 3.47 kW", "5.09 USD", "8.33 USD", "0.0611 USD/kWh"],
    ] as const;
    for (const [name, ...figures] of rows) {
      const text = () => itemCard(page, name).innerText();
      for (const figure of [...figures, "ASIC miner", "never pays back"])
        await expect.poll(text, { message: `${name}: ${figure}` }).toContain(figure);
    }
    const frame = () => itemCard(page, "Mining Rig Frame").innerText();
    for (const words of [
      "$150",
      "Frame",
      "never pays back",
      "Earns nothing and never pays back its price.",
    ])
      await expect.poll(frame).toContain(words);
    expect(await leave(visitor)).toEqual([]);
  });

  test("an empty rack and an empty order list explain what they will show", async () => {
    const visitor = await newcomer();
    const { page } = visitor;
    await page.getByText("No rigs yet").waitFor();
    await page.getByText("No orders yet").waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("an order dialog without enough coins links to the faucet", async () => {
    const visitor = await newcomer();
    const { page } = visitor;
    await buyNow(page, "S19 Pro").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("You do not have enough BTC for S19 Pro.").waitFor();
    await dialog.getByRole("link", { name: "Get test coins" }).waitFor();
    await dialog.getByLabel("Quantity").fill("11");
    await dialog.getByText("Enter a whole number from 1 to 10.").first().waitFor();
    expect(await leave(visitor)).toEqual([]);
  });

  test("the user's own electricity price changes the projection", async () => {
    const person = await signUp(site.url, "Eve");
    const visitor = await site.comeTo("/hardware", { person });
    const { page } = visitor;
    const panel = page.getByRole("region", { name: "Your electricity price" });
    await panel.getByLabel("Price").fill("1.5");
    await panel.getByRole("button", { name: "Save" }).click();
    await panel.getByText("Enter a price above 0 and at most 1 USD per kWh").waitFor();
    await panel.getByLabel("Price").fill("0.02");
    await panel.getByRole("button", { name: "Save" }).click();
    await notice(page, "Electricity Price Saved", "Your rigs pay 0.02 USD per kWh from now on.");
    await itemCard(page, "S19 Pro")
      .getByText(/after 1,018 days/)
      .waitFor();
    expect((await person.call("getMining")).tariff.usdPerKwh).toBe("0.02");
    expect(await leave(visitor)).toEqual([]);
  });
});

describe("a late or failed response", () => {
  test("an order at an outdated price is refused, and the current price is shown", async () => {
    const person = await signUp(site.url, "Eve");
    await getCoins(person);
    const visitor = await site.comeTo("/hardware", { person });
    const { page } = visitor;
    await page.route("**/api/v1/shop/items", async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: { priceSats: number }[] };
      for (const item of body.items) item.priceSats -= 1;
      await route.fulfill({ response, json: body });
    });
    await goTo(page, "/hardware");
    await order(page, "Mining Rig Frame");
    await notice(
      page,
      "Price Changed",
      "The price of Mining Rig Frame is now 250000 sats. Check it before you confirm.",
    );
    expect((await person.call("listOrders")).items).toEqual([]);
    expect(await leave(visitor)).toEqual([]);
  });
});
