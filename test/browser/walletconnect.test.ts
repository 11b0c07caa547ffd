/**
 * Tests a phone wallet, simulated with the wallet side of the WalletConnect library and a local
 * relay. The phone verifies an address, refuses, is on the wrong network, and pays a deposit.
 */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations, leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { messageKey } from "../support/chain/message-signer.ts";
import { signUp } from "../support/people/person.ts";
import { startServer } from "../support/servers/server.ts";
import {
  startWalletConnectRelay,
  type WalletConnectRelay,
} from "../support/fakes/walletconnect-relay.ts";
import {
  BITCOIN,
  openPhoneWallet,
  REGTEST,
  type PhoneWallet,
} from "../support/fakes/walletconnect-wallet.ts";

let relay: WalletConnectRelay | undefined;
const site = openSite(async () => {
  relay = await startWalletConnectRelay();
  const env = { WALLETCONNECT_PROJECT_ID: "0".repeat(32), WALLETCONNECT_RELAY_URL: relay.url };
  const server = await startServer({ env });
  return {
    url: server.url,
    async close() {
      await server.close();
      await relay?.close();
    },
  };
});

/**
 * The simulated wallet. All tests share it, because the library allows only one wallet per process.
 */
let phone: PhoneWallet;
const key = messageKey(randomBytes(32), "p2wpkh");
beforeAll(async () => {
  phone = await openPhoneWallet(relay?.url ?? "", key);
});
afterAll(() => phone.close());

test("a phone wallet can verify an address", async () => {
  const person = await signUp(site.url, "Ann");
  const visitor = await site.visit("/wallet", { person, width: 360 });
  const { page } = visitor;
  const panel = page.getByRole("region", { name: "Connect with WalletConnect" });
  await page.getByRole("button", { name: "Connect with WalletConnect" }).click();

  const scan = async (answers: Parameters<typeof phone.scan>[1]) =>
    phone.scan(await shownLink(page), answers);
  await scan({ chain: REGTEST, presses: "refuse" });
  await panel.getByText("You rejected the request in the wallet. Nothing was saved.").waitFor();
  expect((await person.call("listConnections")).items).toEqual([]);

  await panel.getByRole("button", { name: "New code" }).click();
  await scan({ chain: BITCOIN, presses: "confirm" });
  await panel.getByText(/^Pocket returned no address on regtest/).waitFor();

  // The page has cancelled a request before the user responded. The request must also be ended on
  // the phone.
  await panel.getByRole("button", { name: "New code" }).click();
  await scan({ chain: REGTEST, presses: "nothing" });
  await panel.getByText("Confirm in Pocket.").waitFor();
  await expect.poll(() => phone.asked.length).toBe(5);
  const ended = phone.ended();
  await panel.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => phone.ended()).toBe(ended + 1);

  await page.getByRole("button", { name: "Connect with WalletConnect" }).click();
  await scan({ chain: REGTEST, presses: "confirm" });
  await page.getByText("1 verified address").waitFor();
  expect((await person.call("listConnections")).items).toMatchObject([
    { address: key.address, name: "Pocket", connector: "walletconnect", form: "bip322" },
  ]);
  const whole = ["bip122", "signMessage"];
  expect(phone.asked).toEqual([...whole, "bip122", ...whole, ...whole]);
  expect(await leave(visitor)).toEqual([]);
});

test("a phone wallet pays only a deposit that its user confirms", async () => {
  const person = await signUp(site.url, "Ben");
  const askedBefore = phone.asked.length;
  const endedBefore = phone.ended();
  const paidBefore = phone.paid.length;
  const { address } = await person.call("getDepositAddress");
  const visitor = await site.visit("/deposit", { person, width: 360 });
  const { page } = visitor;
  await page.getByRole("button", { name: "Pay from a wallet" }).click();
  const panel = page.getByRole("region", { name: "Pay from a wallet" });
  await panel.getByLabel(/^Amount to pay/).fill("0.012");
  const pay = async (presses: "refuse" | "confirm") => {
    await panel.getByRole("button", { name: "A wallet on another device" }).click();
    await phone.scan(await shownLink(page), { chain: REGTEST, presses });
  };
  await pay("refuse");
  await panel.getByText("You rejected the payment in the wallet. Nothing was paid.").waitFor();
  expect(phone.paid).toHaveLength(paidBefore);
  await pay("confirm");
  await panel.getByText(/^Pocket reports the payment as sent/).waitFor();
  expect(phone.paid.slice(paidBefore)).toEqual([
    { account: key.address, recipientAddress: address, amount: "1200000" },
  ]);
  const twice = ["bip122", "sendTransfer", "bip122", "sendTransfer"];
  expect(phone.asked.slice(askedBefore)).toEqual(twice);
  await expect.poll(() => phone.ended()).toBe(endedBefore + 2);
  expect(await axeViolations(page)).toEqual([]);
  expect(await leave(visitor)).toEqual([]);
});

test("an unreachable relay shows an error, and a new code can be requested", async () => {
  await relay?.close();
  const person = await signUp(site.url, "Cid");
  const visitor = await site.visit("/wallet", { person });
  const { page } = visitor;
  await page.getByRole("button", { name: "Connect with WalletConnect" }).click();
  const panel = page.getByRole("region", { name: "Connect with WalletConnect" });
  await panel.getByText(new URL(relay?.url ?? "").host).waitFor({ timeout: 45_000 });
  await panel.getByRole("button", { name: "New code" }).waitFor();
  expect((await person.call("listConnections")).items).toEqual([]);
  await visitor.context.close();
});

async function shownLink(page: Page): Promise<string> {
  await page.getByRole("img", { name: "Code for the wallet to scan" }).waitFor();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Copy the link" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).not.toBe("");
  return copied();
}
