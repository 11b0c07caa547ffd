/**
 * Tests that the server receives repeated attempts of a payment, in one or several tabs, as one
 * request.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./call.ts";
import { ApiError, asApiError } from "./api-error.ts";
import { paymentOf } from "./idempotency-key.ts";
import {
  answer,
  anyAnswer,
  brokenOff,
  buy,
  freshClient,
  keyOf,
  network,
  refusal,
} from "../../testing/network.ts";

freshClient();

describe("the idempotency key of a request that moves money", () => {
  test("stays the same until the server has responded", async () => {
    const sent = network("no answer", refusal(503), anyAnswer(), anyAnswer());
    await expect(buy("pro")).rejects.toThrow("does not answer");
    await expect(buy("pro")).rejects.toThrow(ApiError);
    await buy("pro");
    await buy("pro");
    const [lost, broken, answered, next] = sent.map(keyOf);
    expect(lost).toMatch(/^[0-9a-f-]{36}$/);
    expect([broken, answered]).toEqual([lost, lost]);
    expect(next).not.toBe(lost);
  });

  test("stays the same when the response is incomplete", async () => {
    const sent = network(brokenOff(), anyAnswer());
    await expect(buy("pro")).rejects.toThrow("does not answer");
    await buy("pro");
    expect(keyOf(sent[1])).toBe(keyOf(sent[0]));
  });

  test("is kept until a refusal is final", async () => {
    const sent = network("no answer", refusal(401), refusal(429), refusal(409), anyAnswer());
    for (let press = 0; press < 4; press += 1) await expect(buy("pro")).rejects.toThrow(ApiError);
    await buy("pro");
    const [lost, ...later] = sent.map(keyOf);
    expect(later.slice(0, 3)).toEqual([lost, lost, lost]);
    expect(later[3]).not.toBe(lost);
  });

  describe("while another tab's request is still running", () => {
    const stillRunning = () => refusal(409, "request_in_progress");
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test("is sent again until the other request receives its response", async () => {
      const sent = network(stillRunning(), stillRunning(), answer({ id: "its own" }));
      const bought = buy("pro");
      await vi.runAllTimersAsync();
      expect(await bought).toEqual({ id: "its own" });
      expect(new Set(sent.map(keyOf)).size).toBe(1);
    });

    test("is kept for the next click after five seconds", async () => {
      const sent = network(...Array.from({ length: 11 }, stillRunning), anyAnswer());
      const bought = buy("pro").catch(asApiError);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await bought).toMatchObject({ code: "request_in_progress" });
      await buy("pro");
      expect(sent.length).toBe(12);
      expect(new Set(sent.map(keyOf)).size).toBe(1);
    });
  });

  test("is reused if another tab paid while this confirmation step was open", async () => {
    const sent = network(anyAnswer(), anyAnswer(), anyAnswer());
    const begunAt = Date.now();
    const look = { body: { planId: "pro" }, begunAt };
    await api("buyContract", look);
    await api("buyContract", look);
    await api("buyContract", { ...look, begunAt: Date.now() + 1 });
    const [first, sameLook, nextLook] = sent.map(keyOf);
    expect(sameLook).toBe(first);
    expect(nextLook).not.toBe(first);
  });

  const buyPro = { userId: "ada", route: "buyContract", body: { planId: "pro" } };

  test("of a later payment is not affected by a late response in another tab", async () => {
    const earlier = paymentOf(buyPro, Infinity);
    const otherTab = paymentOf(buyPro, Infinity);
    earlier.done();
    const later = paymentOf(buyPro, Infinity);
    otherTab.done();
    otherTab.forget();
    expect(paymentOf(buyPro, Infinity).key).toBe(later.key);
    expect(later.key).not.toBe(earlier.key);
  });

  test("is replaced an hour after a response was lost", async () => {
    vi.useFakeTimers();
    const sent = network("no answer", "no answer", "no answer");
    for (const waitMs of [3_599_000, 1_000, 0]) {
      await expect(buy("pro")).rejects.toThrow(ApiError);
      vi.advanceTimersByTime(waitMs);
    }
    vi.useRealTimers();
    const [first, before, after] = sent.map(keyOf);
    expect(before).toBe(first);
    expect(after).not.toBe(first);
  });

  test("differs for a different body", async () => {
    const sent = network("no answer", "no answer", anyAnswer());
    await expect(buy("pro")).rejects.toThrow(ApiError);
    await expect(buy("starter")).rejects.toThrow(ApiError);
    await api("getWallet");
    expect(keyOf(sent[1])).not.toBe(keyOf(sent[0]));
    expect(keyOf(sent[2])).toBeNull();
  });
});

test("both clicks of a double click receive the response to one request", async () => {
  const sent = network(answer({ id: "ctr_1" }), answer({ id: "ctr_2" }), answer({ id: "ctr_3" }));
  const [first, second] = await Promise.all([buy("pro-miner"), buy("pro-miner")]);
  expect(sent).toHaveLength(1);
  expect(second).toBe(first);
  await Promise.all([buy("pro-miner"), buy("starter-rig")]);
  expect(sent).toHaveLength(3);
});

test("a click after a refusal sends a new request", async () => {
  const sent = network(refusal(422), anyAnswer(), anyAnswer(), anyAnswer());
  await expect(Promise.all([buy("pro-miner"), buy("pro-miner")])).rejects.toThrow(ApiError);
  await buy("pro-miner");
  expect(sent).toHaveLength(2);
  await Promise.all([api("getWallet"), api("getWallet")]);
  expect(sent).toHaveLength(4);
});
