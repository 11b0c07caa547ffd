/** A withdrawal whose answer was lost is repeated under its key, with a new code. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { hostileVisit } from "../support/hostile-visit.ts";
import { outsideAddress, securityCode } from "../support/main-job.ts";

const visit = hostileVisit();
const walletAddress = outsideAddress();

const withdraw = (idempotencyKey: string, code: string, amountSats = 50_000) =>
  visit.rich.call("createWithdrawal", {
    idempotencyKey,
    body: { amountSats, method: "wallet", code, walletAddress },
  });

const stateOf = (key: string) =>
  visit.rich.call("getRequest", { params: { route: "createWithdrawal", key } });

test("the same key with a new code gives the same withdrawal", async () => {
  const key = randomUUID();
  expect(await stateOf(key)).toMatchObject({ state: "unknown" });
  const first = await withdraw(key, await securityCode(visit.rich));
  expect(await stateOf(key)).toMatchObject({ state: "done" });
  expect(await withdraw(key, await securityCode(visit.rich))).toEqual(first);
  expect(await withdraw(key, "")).toEqual(first);
  const { items } = await visit.rich.call("listWithdrawals");
  expect(items.map(({ id }) => id)).toEqual([first.id]);
});

test("the same key with another amount is refused", async () => {
  const key = randomUUID();
  await withdraw(key, await securityCode(visit.rich));
  const code = await securityCode(visit.rich);
  await expect(withdraw(key, code, 60_000)).rejects.toMatchObject({
    problem: { code: "idempotency_key_reused" },
  });
});

test("a wrong or missing code does not use up the key", async () => {
  const key = randomUUID();
  const code = await securityCode(visit.rich);
  for (const wrong of [code === "123456" ? "654321" : "123456", ""])
    await expect(withdraw(key, wrong)).rejects.toMatchObject({ problem: { status: 422 } });
  expect(await stateOf(key)).toMatchObject({ state: "unknown" });
  expect(await withdraw(key, code)).toMatchObject({ amountSats: 50_000 });
});
