import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setPerson, setTokenSource } from "./asker.ts";
import { api } from "./call.ts";
import { ApiError, asApiError } from "./api-error.ts";
import {
  answer,
  anyAnswer,
  brokenOff,
  buy,
  freshClient,
  keyOf,
  network,
  noCode,
  refusal,
  type Sent,
} from "../../testing/network.ts";

freshClient();

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;

describe("after another user has signed in", () => {
  const states = { ...noCode, rejected: vi.fn<() => void>() };
  beforeEach(() => {
    setPerson("ada");
    setTokenSource({ ...states, token: () => Promise.resolve(tokenOf("ada")) });
  });
  afterEach(() => setPerson(undefined));

  test.each([
    ["a response", answer({ id: "ada" })],
    ["an incomplete response", brokenOff()],
    ["a refusal", refusal(409)],
    ["the end of the session", refusal(401, "unauthorized")],
  ])("%s to the previous user is dropped", async (_, late) => {
    const arrived = Promise.withResolvers<Response>();
    vi.stubGlobal("fetch", () => arrived.promise);
    const heard = vi.fn<() => void>();
    const pending = api("getMe").finally(heard);
    void pending.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    setPerson("bob");
    arrived.resolve(late);
    setTokenSource({ ...states, token: () => Promise.resolve(tokenOf("bob")) });
    network(answer({ id: "bob" }));
    await api("getMe");
    expect(heard).not.toHaveBeenCalled();
    expect(states.rejected).not.toHaveBeenCalled();
  });

  test("the new user's purchase is a separate request with its own key", async () => {
    const sent: Sent[] = [];
    vi.stubGlobal("fetch", (url: string, init: Sent["init"]) => {
      sent.push({ url, init });
      return sent.length === 1 ? new Promise(() => {}) : Promise.resolve(anyAnswer());
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

test("a call sends the token with its path and query", async () => {
  setTokenSource({ ...noCode, token: () => Promise.resolve("abc"), rejected: () => {} });
  const sent = network(anyAnswer(), anyAnswer());
  await api("getTransaction", { params: { txId: "a/b" } });
  await api("listEntries", { query: { limit: 20, asset: "BTC" } });
  expect(sent.map(({ url }) => url)).toEqual([
    "/api/v1/transactions/a%2Fb",
    "/api/v1/ledger/entries?limit=20&asset=BTC",
  ]);
  expect(sent[0]?.init.headers.get("authorization")).toBe("Bearer abc");
});

describe("a refusal", () => {
  test("becomes an error with a title, text, code and request id", async () => {
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

  test("of the token is reported to the token source", async () => {
    const rejected = vi.fn<() => void>();
    setTokenSource({ ...noCode, token: () => Promise.resolve("old"), rejected });
    network(refusal(401));
    await expect(api("getWallet")).rejects.toThrow(ApiError);
    expect(rejected).toHaveBeenCalledOnce();
  });
});

describe("a token that the server no longer accepts", () => {
  const bearers = (sent: ReturnType<typeof network>) =>
    sent.map(({ init }) => init.headers.get("authorization"));

  function signedIn(isThereAnother: boolean) {
    const tokens = ["old", "new"];
    const rejected = vi.fn<() => void>();
    const token = () => Promise.resolve(tokens.shift());
    const isRenewed = vi.fn<(refused: string) => Promise<boolean>>();
    isRenewed.mockResolvedValue(isThereAnother);
    setTokenSource({ ...noCode, token, rejected, isRenewed });
    return { rejected, isRenewed };
  }

  test("is replaced by a newer one, and a payment is repeated with its key", async () => {
    const { rejected, isRenewed } = signedIn(true);
    const sent = network(refusal(401), anyAnswer());
    await buy("pro");
    expect(bearers(sent)).toEqual(["Bearer old", "Bearer new"]);
    expect(keyOf(sent[1])).toBe(keyOf(sent[0]));
    expect(isRenewed.mock.calls).toEqual([["old"]]);
    expect(rejected).not.toHaveBeenCalled();
  });

  test("ends the session if the newer one is also refused", async () => {
    const { rejected, isRenewed } = signedIn(true);
    network(refusal(401), refusal(401));
    await expect(api("getWallet")).rejects.toMatchObject({ status: 401 });
    expect(isRenewed).toHaveBeenCalledOnce();
    expect(rejected).toHaveBeenCalledOnce();
  });

  test("ends the session if there is no newer one", async () => {
    const { rejected } = signedIn(false);
    const sent = network(refusal(401));
    await expect(api("getWallet")).rejects.toMatchObject({ status: 401 });
    expect(bearers(sent)).toEqual(["Bearer old"]);
    expect(rejected).toHaveBeenCalledOnce();
  });
});

describe("a token issued before the two-factor code", () => {
  const old = () => refusal(403, "insufficient_aal");

  test("is replaced by the new one, and the request is repeated", async () => {
    const tokens = ["old", "new"];
    setTokenSource({
      token: () => Promise.resolve(tokens.shift()),
      rejected: () => {},
      isCodeGiven: () => Promise.resolve(true),
    });
    const sent = network(old(), anyAnswer());
    await api("getWallet");
    expect(sent.map(({ init }) => init.headers.get("authorization"))).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
  });

  test("results in a refusal if there is no new token", async () => {
    const sent = network(old(), anyAnswer());
    await expect(buy("pro")).rejects.toMatchObject({ code: "insufficient_aal" });
    await buy("pro");
    expect(sent.map(keyOf)[1]).toBe(sent.map(keyOf)[0]);
  });
});

describe("a request that needs an identity check", () => {
  const stepUp = () =>
    answer({ title: "Security Verification Required", code: "step_up_required" }, 403);
  const change = () => api("updateMe", { body: { phone: null } });
  const signedIn = (prove: () => Promise<void>) =>
    setTokenSource({ ...noCode, token: () => Promise.resolve("abc"), rejected: () => {}, prove });

  test("is repeated unchanged after the check", async () => {
    const prove = vi.fn<() => Promise<void>>().mockResolvedValue();
    signedIn(prove);
    const sent = network(stepUp(), answer({ id: "u1", phone: null }));
    expect(await change()).toEqual({ id: "u1", phone: null });
    expect(prove).toHaveBeenCalledTimes(1);
    expect(sent.map(({ init }) => init.body)).toEqual(['{"phone":null}', '{"phone":null}']);
  });

  test("is not repeated if the user cancels the check", async () => {
    const closed = new ApiError({ title: "Nothing Changed", text: "", code: "c", status: 403 });
    signedIn(() => Promise.reject(closed));
    const sent = network(stepUp());
    await expect(change()).rejects.toBe(closed);
    expect(sent).toHaveLength(1);
  });

  test("asks once and is repeated once after a double click", async () => {
    const prove = vi.fn<() => Promise<void>>().mockResolvedValue();
    signedIn(prove);
    const sent = network(stepUp(), anyAnswer());
    await Promise.all([change(), change()]);
    expect(prove).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(2);
  });
});

test("a rate limit pauses reads but not user actions", async () => {
  vi.useFakeTimers();
  const tooMany = Response.json(
    { title: "Too Many Requests", detail: "Go on in 7 seconds.", code: "too_many_requests" },
    { status: 429, headers: { "content-type": "application/json", "retry-after": "7" } },
  );
  const sent = network(tooMany, anyAnswer(), anyAnswer());
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

test("the WAL position of a response is sent with later reads", async () => {
  const answerAt = (position: string) =>
    Response.json({ id: "ctr_1", isMining: true }, { headers: { "hashfloor-position": position } });
  const sent = network(answerAt("0/30"), answerAt("0/20"), anyAnswer(), anyAnswer());
  await buy("pro");
  await api("getMining");
  await api("listPositions");
  await buy("pro");
  expect(sent.map(({ init }) => init.headers.get("hashfloor-position"))).toEqual([
    null,
    "0/30",
    "0/30",
    null,
  ]);
});
