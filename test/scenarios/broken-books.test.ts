/**
 * Tests that a balance which the database's owner moves from one user to another is noticed within
 * a minute by every process: the transparency page turns red, and no withdrawal is accepted.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCoins, outsideAddress, requestWithdrawal } from "../support/people/main-job.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { severalServers, type SeveralServers } from "../support/servers/several-servers.ts";
import type { RunningServer } from "../support/servers/server.ts";
import { verifyInstallation } from "../support/transparency/verify-command.ts";
import { behindTheGuard } from "../support/servers/without-triggers.ts";

const NOTICED_MS_MAX = 60_000;

let servers: SeveralServers;
let first: RunningServer;
let second: RunningServer;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  servers = await severalServers({});
  first = await servers.start();
  second = await servers.start();
  [ann, bob] = [await signUp(first.url, "Ann"), await signUp(first.url, "Bob")];
  await getCoins(ann);
  await getCoins(bob);
});
afterAll(() => servers.stop());

async function verdictAt({ url }: RunningServer): Promise<string> {
  const answer = await fetch(`${url}/api/v1/transparency`);
  return ((await answer.json()) as { verdict: string }).verdict;
}

async function moveBalance(amountSats: number): Promise<void> {
  for (const [person, sats] of [
    [ann, -amountSats],
    [bob, amountSats],
  ] as const)
    await behindTheGuard(
      servers.database,
      "update ledger_accounts set balance = balance + $2 where name = $1",
      [`user:${(await person.call("getMe")).id}:available:BTC`, sats],
    );
}

test("a moved balance turns both processes red and stops withdrawals", async () => {
  const both = async () => Promise.all([first, second].map(verdictAt));
  await expect.poll(both, { timeout: NOTICED_MS_MAX }).toEqual(["green", "green"]);
  const { secret: key } = await ann.call("makeKey", { body: { name: "Verify", scopes: ["read"] } });
  await expect
    .poll(async () => (await verifyInstallation(first.url, ["--key", key])).lines, {
      timeout: NOTICED_MS_MAX,
    })
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ok +your own balance: 5000000 sat in 2 leaves/),
        expect.stringMatching(/^ok +receipt of deposit: dep_/),
        expect.stringMatching(/^ok +signed outputs: \d+ sat in \d+ outputs/),
        "ok           your own statement: no entry is missing: BTC available entries 1 to 1",
        // Creating the key added an entry about the account.
        expect.stringMatching(/^ok +your own audit entries: 1 of 1 entries match/),
      ]),
    );
  expect(await verifyInstallation(first.url)).toMatchObject({
    status: 0,
    lines: expect.arrayContaining([
      expect.stringMatching(/^ok +reserves: \d+ outputs cover what is owed at block \d+/),
      expect.stringMatching(/^ok +liabilities: 10000000 sat owed at block \d+, in 4 leaves/),
      expect.stringMatching(/^not checked +your own balance: /),
      expect.stringMatching(/^ok +coins and ledger: /),
      expect.stringMatching(/^not checked +own node: no node was given/),
    ]) as string[],
  });
  const there = await signIn(second.url, bob.email, bob.password);
  await moveBalance(1_000);
  await expect.poll(both, { timeout: NOTICED_MS_MAX }).toEqual(["red", "red"]);
  for (const person of [bob, there])
    await expect(
      requestWithdrawal(person, 100_000, outsideAddress(), randomUUID()),
    ).rejects.toMatchObject({ problem: { code: "withdrawals_paused" } });
  expect(await verifyInstallation(second.url)).toMatchObject({
    status: 1,
    lines: expect.arrayContaining([expect.stringMatching(/^failed +own verdict: /)]) as string[],
  });
  const badge = await fetch(`${second.url}/transparency/badge.svg`);
  expect(badge.headers.get("content-type")).toContain("image/svg+xml");
  expect(await badge.text()).toContain("books broken");
  expect(await verifyInstallation("http://127.0.0.1:1")).toMatchObject({ status: 2 });
  expect(await verifyInstallation("nonsense")).toMatchObject({ status: 2 });
  await moveBalance(-1_000);
  await expect.poll(both, { timeout: NOTICED_MS_MAX }).toEqual(["green", "green"]);
});
