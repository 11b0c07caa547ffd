/**
 * Tests /pool as any visitor sees it, and the connection details that users with a mining name see.
 * A miner must be able to connect with these details.
 */
import { expect, test } from "vitest";
import { leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import { callApi, eventually, signUp } from "../support/people/person.ts";
import { connectStratum } from "../support/chain/stratum-client.ts";

const site = openSite();

test("a miner that uses the page's details appears with its hash rate", async () => {
  const person = await signUp(site.url, "Mia");
  const { miningName } = await person.call("getMe");
  const visitor = await site.comeTo("/pool", { person });
  const { page } = visitor;
  const command = page.getByText(/^minerd /);
  await command.getByText(`${miningName}.worker1`).waitFor();
  const said = await command.innerText();
  const [, port = "", user = "", password = ""] =
    /^minerd -a sha256d -o stratum\+tcp:\/\/127\.0\.0\.1:(\d+) -u (\S+) -p (\S+)$/.exec(said) ?? [];
  await page.getByRole("button", { name: "Copy Command" }).waitFor();
  await page.getByRole("button", { name: "Bitaxe" }).click();
  for (const value of [port, user, password])
    await page.getByText(value, { exact: true }).first().waitFor();

  const miner = await connectStratum(Number(port));
  await miner.call("mining.subscribe", "browser/1");
  expect((await miner.call("mining.authorize", user, `${password},d=0.00002`)).result).toBe(true);
  await miner.work();
  // The pool's hash rate is measured between two shares. The chain has five blocks per second, so a
  // job may expire before the miner finds a share. Retry until each share is accepted.
  for (const share of ["first", "second"])
    await eventually(
      `the ${share} share is accepted`,
      () => miner.call("mining.submit", user, ...miner.findShare()),
      ({ result }) => result === true,
    );
  miner.close();
  await page.getByText(/For each measured TH\/s|Nothing is sold now/).waitFor();
  await page
    .getByRole("region", { name: "Now" })
    .getByText(/^[\d.]+ k?H\/s$/)
    .waitFor();
  const { workers } = await callApi(site.url, "getPool", undefined);
  expect(workers).toBeGreaterThan(0);
  expect(await leave(visitor)).toEqual([]);
});

test("signed-out visitors see how to get connection details", async () => {
  const visitor = await site.comeTo("/pool", { width: 360 });
  const { page } = visitor;
  await page.getByText("Sign in to see your own mining name here.").waitFor();
  await page
    .getByText(/the next accepted share of difficulty 0\.00002 or more becomes the block/)
    .waitFor();
  await page.getByText("Work under another user's name is paid to them.").waitFor();
  expect(await leave(visitor)).toEqual([]);
});
