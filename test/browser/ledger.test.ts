/**
 * Tests the page with a simulated Ledger device that speaks the real protocol. The device verifies
 * an address, and the page reports a closed Bitcoin application, a refusal and an unplugged cable.
 */
import { randomBytes } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { expect, test } from "vitest";
import { appRuns, goInside, goTo, leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { plugLedgerIn } from "../support/fakes/ledger-device.ts";
import { messageKey } from "../support/chain/message-signer.ts";
import { signUp } from "../support/people/person.ts";

const site = openSite();

test("a Ledger verifies an address after the user confirms on the device", async () => {
  const person = await signUp(site.url, "Ann");
  const visitor = await site.enter({ person, width: 360, isUnused: true });
  const { page } = visitor;
  const seed = randomBytes(32);
  const device = await plugLedgerIn(page, seed);
  const panel = page.getByRole("region", { name: "Connect a Ledger" });
  await goTo(page, "/dashboard");
  await goInside(page, "/wallet");
  await page.getByRole("button", { name: "Connect a Ledger" }).click();
  await panel.getByRole("button", { name: "Reload the page" }).click();
  await page.waitForLoadState();
  await appRuns(page);
  await page.getByRole("button", { name: "Connect a Ledger" }).click();
  const choose = () => panel.getByRole("button", { name: "Choose the Ledger" }).click();
  await panel.getByLabel("Number of the address").fill("3");

  device.application = "BOLOS";
  await choose();
  await panel.getByText(/^The Ledger shows its menu\. Open its Bitcoin Test application/).waitFor();

  device.application = "Bitcoin Test";
  device.presses = "refuse";
  await choose();
  await panel.getByText("You rejected the request on the Ledger. Nothing was saved.").waitFor();

  device.presses = "nothing";
  await choose();
  await panel.getByText("Confirm the message on the Ledger.").waitFor();
  await device.unplug();
  await panel.getByText(/^The Ledger was unplugged/).waitFor();
  expect((await person.call("listConnections")).items).toEqual([]);

  // The page has cancelled a request that the device was still waiting for. The cancelled request
  // must not block the next connection.
  await choose();
  await panel.getByText("Confirm the message on the Ledger.").waitFor();
  await panel.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Connect a Ledger" }).click();
  await panel.getByLabel("Number of the address").fill("3");

  device.presses = "confirm";
  await choose();
  await page.getByText("1 verified address").waitFor();
  const secret = HDKey.fromMasterSeed(seed).derive("m/84'/1'/0'/0/3").privateKey;
  const { address } = messageKey(secret ?? seed, "p2wpkh");
  expect((await person.call("listConnections")).items).toMatchObject([
    { address, name: "Ledger Nano S Plus", connector: "ledger", form: "bip137" },
  ]);
  expect(await leave(visitor)).toEqual([]);
});
