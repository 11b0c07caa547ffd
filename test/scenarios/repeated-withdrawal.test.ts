/**
 * Tests a withdrawal whose response was lost and whose request is repeated with the same
 * idempotency key and a new code.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCoins, outsideAddress, securityCode } from "../support/people/main-job.ts";
import { signUp, type Person } from "../support/people/person.ts";
import { startServer, type InstalledServer } from "../support/servers/server.ts";

let server: InstalledServer | undefined;
let person: Person;
const walletAddress = outsideAddress();

beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0.2" } });
  person = await signUp(server.url, "Rich");
  await getCoins(person);
});

afterAll(() => server?.stop());

const withdraw = (idempotencyKey: string, code: string, amountSats = 50_000) =>
  person.call("createWithdrawal", {
    idempotencyKey,
    body: { amountSats, method: "wallet", code, walletAddress },
  });

const stateOf = (key: string) =>
  person.call("getRequest", { params: { route: "createWithdrawal", key } });

test("the same key with a new code returns the same withdrawal", async () => {
  const key = randomUUID();
  expect(await stateOf(key)).toMatchObject({ state: "unknown" });
  const first = await withdraw(key, await securityCode(person));
  expect(await stateOf(key)).toMatchObject({ state: "done" });
  expect(await withdraw(key, await securityCode(person))).toEqual(first);
  expect(await withdraw(key, "")).toEqual(first);
  const { items } = await person.call("listWithdrawals");
  expect(items.map(({ id }) => id)).toEqual([first.id]);
});

test("the same key with a different amount is refused", async () => {
  const key = randomUUID();
  await withdraw(key, await securityCode(person));
  const code = await securityCode(person);
  await expect(withdraw(key, code, 60_000)).rejects.toMatchObject({
    problem: { code: "idempotency_key_reused" },
  });
});

test("a wrong or missing code does not use up the key", async () => {
  const key = randomUUID();
  const code = await securityCode(person);
  for (const wrong of [code === "123456" ? "654321" : "123456", ""])
    await expect(withdraw(key, wrong)).rejects.toMatchObject({ problem: { status: 422 } });
  expect(await stateOf(key)).toMatchObject({ state: "unknown" });
  expect(await withdraw(key, code)).toMatchObject({ amountSats: 50_000 });
});
