import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, setPerson, setTokenSource } from "./api.ts";
import { ApiError, asApiError } from "./api-error.ts";
import { paymentOf } from "./idempotency-key.ts";

interface Sent {
  url: string;
  init: RequestInit & { headers: Headers };
}

/** Stands for the network: answers with what the test says, or not at all. */
function network(...answers: (Response | "no answer")[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (url: string, init: Sent["init"]) => {
    sent.push({ url, init });
    const answer = answers.shift();
    return answer instanceof Response
      ? Promise.resolve(answer)
      : Promise.reject(new TypeError("failed to fetch"));
  });
  return sent;
}

const answer = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { "content-type": "application/json" } });
const refusal = (status: number, code = "insufficient_funds") =>
  answer(
    {
      title: "Insufficient Funds",
      detail: "You do not have enough BTC for Pro Miner.",
      code,
      requestId: "req_1",
    },
    status,
  );
const keyOf = (request: Sent | undefined) => request?.init.headers.get("idempotency-key");
const buy = (planId: string) => api("buyContract", { body: { planId } });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

const noCode = { isCodeGiven: () => Promise.resolve(false) };

afterEach(() => {
  vi.unstubAllGlobals();
  setTokenSource({ ...noCode, token: () => Promise.resolve(undefined), rejected: () => {} });
});

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;

describe("when another person has signed in", () => {
  const states = { ...noCode, rejected: vi.fn<() => void>() };
  beforeEach(() => {
    setPerson("ada");
    setTokenSource({ ...states, token: () => Promise.resolve(tokenOf("ada")) });
  });
  afterEach(() => setPerson(undefined));

  test.each([
    ["an answer", answer({ name: "Ada" })],
    ["a refusal", refusal(409)],
    ["the end of the session", refusal(401, "unauthorized")],
  ])("%s to the former one is for nobody", async (_, late) => {
    const arrived = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => arrived.promise);
    const heard = vi.fn<() => void>();
    const asked = api("getMe").finally(heard);
    void asked.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    setPerson("bob");
    arrived.resolve(late);
    setTokenSource({ ...states, token: () => Promise.resolve(tokenOf("bob")) });
    network(answer({ name: "Bob" }));
    await api("getMe");
    expect(heard).not.toHaveBeenCalled();
    expect(states.rejected).not.toHaveBeenCalled();
  });

  test("his press is a request of his own, with a key of his own", async () => {
    const sent: Sent[] = [];
    vi.stubGlobal("fetch", (url: string, init: Sent["init"]) => {
      sent.push({ url, init });
      return sent.length === 1 ? new Promise(() => {}) : Promise.resolve(answer({}));
    });
    void buy("pro");
    await vi.waitFor(() => expect(sent).toHaveLength(1), 15_000);
    setPerson("bob");
    setTokenSource({ ...states, token: () => Promise.resolve(tokenOf("bob")) });
    await buy("pro");
    expect(sent).toHaveLength(2);
    expect(keyOf(sent[1])).not.toBe(keyOf(sent[0]));
    setPerson("ada");
    setTokenSource({ ...states, token: () => Promise.resolve(tokenOf("ada")) });
    await buy("pro");
    expect(keyOf(sent[2])).toBe(keyOf(sent[0]));
  });
});

test("fills the path, writes the query, sends the token", async () => {
  setTokenSource({ ...noCode, token: () => Promise.resolve("abc"), rejected: () => {} });
  const sent = network(answer({}), answer({}));
  await api("getTransaction", { params: { txId: "a/b" } });
  await api("listEntries", { query: { limit: 20, asset: "BTC" } });
  expect(sent.map(({ url }) => url)).toEqual([
    "/api/v1/transactions/a%2Fb",
    "/api/v1/ledger/entries?limit=20&asset=BTC",
  ]);
  expect(sent[0]?.init.headers.get("authorization")).toBe("Bearer abc");
});

describe("a refusal", () => {
  test("becomes an error with title, text, code and request id", async () => {
    network(refusal(409));
    const error = await buy("pro").catch(asApiError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      title: "Insufficient Funds",
      text: "You do not have enough BTC for Pro Miner.",
      code: "insufficient_funds",
      status: 409,
      requestId: "req_1",
    });
  });

  test("of the token is told to whoever gave it", async () => {
    const rejected = vi.fn<() => void>();
    setTokenSource({ ...noCode, token: () => Promise.resolve("old"), rejected });
    network(refusal(401));
    await expect(api("getWallet")).rejects.toThrow(ApiError);
    expect(rejected).toHaveBeenCalledOnce();
  });
});

describe("a token from before the code of the second factor", () => {
  const old = () => refusal(403, "insufficient_aal");

  test("gives way to the new one, and the request is sent once more", async () => {
    const tokens = ["old", "new"];
    setTokenSource({
      token: () => Promise.resolve(tokens.shift()),
      rejected: () => {},
      isCodeGiven: () => Promise.resolve(true),
    });
    const sent = network(old(), answer({}));
    await api("getWallet");
    expect(sent.map(({ init }) => init.headers.get("authorization"))).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
  });

  test("ends in the refusal when there is no better one, and a payment keeps its key", async () => {
    const sent = network(old(), answer({}));
    await expect(buy("pro")).rejects.toMatchObject({ code: "insufficient_aal" });
    await buy("pro");
    expect(sent.map(keyOf)[1]).toBe(sent.map(keyOf)[0]);
  });
});

describe("the idempotency key of a request that moves money", () => {
  test("is the same until the server has answered", async () => {
    const sent = network("no answer", refusal(503), answer({}), answer({}));
    await expect(buy("pro")).rejects.toThrow("does not answer");
    await expect(buy("pro")).rejects.toThrow(ApiError);
    await buy("pro");
    await buy("pro");
    const [lost, broken, answered, next] = sent.map(keyOf);
    expect(lost).toMatch(/^[0-9a-f-]{36}$/);
    expect([broken, answered]).toEqual([lost, lost]);
    expect(next).not.toBe(lost);
  });

  test("is kept while the first sending may still have its effect, and not after a refusal", async () => {
    const sent = network("no answer", refusal(401), refusal(429), refusal(409), answer({}));
    for (let press = 0; press < 4; press += 1) await expect(buy("pro")).rejects.toThrow(ApiError);
    await buy("pro");
    const [lost, ...later] = sent.map(keyOf);
    expect(later.slice(0, 3)).toEqual([lost, lost, lost]);
    expect(later[3]).not.toBe(lost);
  });

  describe("while another tab's sending of it runs", () => {
    const stillRunning = () => refusal(409, "request_in_progress");
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test("is sent again until it has the answer of that one", async () => {
      const sent = network(stillRunning(), stillRunning(), answer({ id: "its own" }));
      const bought = buy("pro");
      await vi.runAllTimersAsync();
      expect(await bought).toEqual({ id: "its own" });
      expect(new Set(sent.map(keyOf)).size).toBe(1);
    });

    test("is given up after five seconds, and kept for the next press", async () => {
      const sent = network(...Array.from({ length: 11 }, stillRunning), answer({}));
      const bought = buy("pro").catch(asApiError);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await bought).toMatchObject({ code: "request_in_progress" });
      await buy("pro");
      expect(sent.length).toBe(12);
      expect(new Set(sent.map(keyOf)).size).toBe(1);
    });
  });

  test("is the one of another tab's payment, when that was done while this one's second look was open", async () => {
    const sent = network(answer({}), answer({}), answer({}));
    const begunAt = Date.now();
    const look = { body: { planId: "pro" }, begunAt };
    await api("buyContract", look);
    await api("buyContract", look);
    await api("buyContract", { ...look, begunAt: Date.now() + 1 });
    const [first, sameLook, nextLook] = sent.map(keyOf);
    expect(sameLook).toBe(first);
    expect(nextLook).not.toBe(first);
  });

  test("of a later payment stays, whatever another tab hears of an earlier one", async () => {
    const earlier = paymentOf("buy pro", Infinity);
    const otherTab = paymentOf("buy pro", Infinity);
    earlier.done();
    const later = paymentOf("buy pro", Infinity);
    otherTab.done();
    otherTab.forget();
    expect(paymentOf("buy pro", Infinity).key).toBe(later.key);
    expect(later.key).not.toBe(earlier.key);
  });

  test("is a new one an hour after an answer was lost", async () => {
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

  test("differs for another body, and reads have none", async () => {
    const sent = network("no answer", "no answer", answer({}));
    await expect(buy("pro")).rejects.toThrow(ApiError);
    await expect(buy("starter")).rejects.toThrow(ApiError);
    await api("getWallet");
    expect(keyOf(sent[1])).not.toBe(keyOf(sent[0]));
    expect(keyOf(sent[2])).toBeNull();
  });
});

test("a double click sends one request, and both presses have its answer", async () => {
  const sent = network(answer({ id: "ctr_1" }), answer({ id: "ctr_2" }), answer({ id: "ctr_3" }));
  const [first, second] = await Promise.all([buy("pro-miner"), buy("pro-miner")]);
  expect(sent).toHaveLength(1);
  expect(second).toBe(first);
  await Promise.all([buy("pro-miner"), buy("starter-rig")]);
  expect(sent).toHaveLength(3);
});

test("a press after a refusal is a new request, and questions are asked each time", async () => {
  const sent = network(refusal(422), answer({}), answer({}), answer({}));
  await expect(Promise.all([buy("pro-miner"), buy("pro-miner")])).rejects.toThrow(ApiError);
  await buy("pro-miner");
  expect(sent).toHaveLength(2);
  await Promise.all([api("getWallet"), api("getWallet")]);
  expect(sent).toHaveLength(4);
});

describe("a request that needs a fresh proof", () => {
  const stepUp = () =>
    answer({ title: "Security Verification Required", code: "step_up_required" }, 403);
  const change = () => api("updateMe", { body: { phone: null } });
  const signedIn = (prove: () => Promise<void>) =>
    setTokenSource({ ...noCode, token: () => Promise.resolve("abc"), rejected: () => {}, prove });

  test("is repeated as it was once the proof is given", async () => {
    const prove = vi.fn<() => Promise<void>>().mockResolvedValue();
    signedIn(prove);
    const sent = network(stepUp(), answer({ phone: null }));
    expect(await change()).toEqual({ phone: null });
    expect(prove).toHaveBeenCalledTimes(1);
    expect(sent.map(({ init }) => init.body)).toEqual(['{"phone":null}', '{"phone":null}']);
  });

  test("is not repeated when the question is closed", async () => {
    const closed = new ApiError({ title: "Nothing Changed", text: "", code: "c", status: 403 });
    signedIn(() => Promise.reject(closed));
    const sent = network(stepUp());
    await expect(change()).rejects.toBe(closed);
    expect(sent).toHaveLength(1);
  });

  test("of a double click asks once and is sent once more", async () => {
    const prove = vi.fn<() => Promise<void>>().mockResolvedValue();
    signedIn(prove);
    const sent = network(stepUp(), answer({}));
    await Promise.all([change(), change()]);
    expect(prove).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(2);
  });
});

test("told to wait, nothing is read until then, while what a person presses is still sent", async () => {
  vi.useFakeTimers();
  const tooMany = Response.json(
    { title: "Too Many Requests", detail: "Go on in 7 seconds.", code: "too_many_requests" },
    { status: 429, headers: { "content-type": "application/json", "retry-after": "7" } },
  );
  const sent = network(tooMany, answer({}), answer({}));
  const wait = { title: "Too Many Requests", text: "Go on in 7 seconds.", status: 429 };
  await expect(api("getWallet")).rejects.toMatchObject(wait);
  await expect(api("getMe")).rejects.toMatchObject(wait);
  await api("startMining");
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(7_000);
  await api("getMe");
  expect(sent).toHaveLength(3);
  vi.useRealTimers();
});
