/**
 * Tests an API key from creation to revocation, using only the keyboard on a phone-sized screen.
 * The key is copied, works only within its scopes, appears in the list, and stops working when it
 * is revoked.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { axeViolations, leave, notice, sidewaysScroll } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { getCoins, outsideAddress } from "../support/people/main-job.ts";
import { signUp } from "../support/people/person.ts";

const site = openSite();

test("an API key is created, copied, used and revoked", async () => {
  const person = await signUp(site.url, "Kim");
  const coins = getCoins(person);
  const visitor = await site.comeTo("/settings/keys", { person, width: 360 });
  const { page } = visitor;
  await page.getByText("No keys yet").waitFor();
  await page.getByRole("button", { name: "Create Key" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create an API Key" });
  await expect
    .poll(() => dialog.getByLabel("Name").evaluate((e) => e === document.activeElement))
    .toBe(true);
  await page.keyboard.type("Sweeper");
  await dialog.getByRole("switch", { name: /^Withdraw/ }).focus();
  await page.keyboard.press("Space");
  expect(await axeViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await dialog.getByLabel("Name").focus();
  await page.keyboard.press("Enter");

  // The key is shown only once, and its region has the focus.
  const fresh = page.getByRole("region", { name: "The key Sweeper is ready" });
  await fresh.waitFor();
  await expect
    .poll(() => fresh.evaluate((e) => e.parentElement === document.activeElement))
    .toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await notice(page, "API key copied");
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^hf_[\w-]{43}$/);
  expect(await fresh.getByText(/^curl /).textContent()).toBe(
    `curl -H "Authorization: Bearer ${secret}" ${site.url}/api/v1/wallet`,
  );
  await fresh.getByRole("button", { name: "I Have Saved It" }).press("Enter");
  await page.reload();
  await page.getByText("Sweeper").waitFor();
  expect(await page.content()).not.toContain(secret);

  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${site.url}/api/v1${path}`, {
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body ? { "content-type": "application/json", "idempotency-key": randomUUID() } : {}),
      },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { code?: string };
    return [response.status, answer.code];
  };
  expect(await ask("/wallet")).toEqual([200, undefined]);
  expect(await ask("/wallet/faucet", {})).toEqual([403, "key_scope_missing"]);
  expect(await ask("/me/keys")).toEqual([403, "not_for_keys"]);
  // Requests a withdrawal to an address that the user never verified, as a thief with the key
  // would.
  await coins;
  const withdrawal = { method: "wallet", amountSats: 100_000, walletAddress: outsideAddress() };
  expect(await ask("/withdrawals", withdrawal)).toEqual([403, "key_only_to_verified"]);

  await page.reload();
  await page.getByText("from 127.0.0.1").waitFor();
  await page.getByRole("button", { name: "Revoke Sweeper" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Revoke this key?" });
  expect(await axeViolations(page)).toEqual([]);
  await question.getByRole("button", { name: "Revoke" }).press("Enter");
  await notice(page, "Key Revoked");
  await page.getByText("No keys yet").waitFor();
  expect(await ask("/wallet")).toEqual([401, "key_unknown"]);
  expect(await leave(visitor)).toEqual([]);
});
