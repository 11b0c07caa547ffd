/**
 * Tests that the app ignores responses from captive portals and proxies, which may respond in place
 * of the server.
 */
import { describe, expect, test, vi } from "vitest";
import { api } from "./call.ts";
import { setTokenSource } from "./asker.ts";
import { readPublic } from "./public-query.ts";
import { anyAnswer, answer, buy, freshClient, keyOf, network, noCode } from "../../testing/network.ts";

freshClient();

const responseOf = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { "content-type": type } });
const page = (status = 200) => responseOf("<html>Accept the terms</html>", "text/html", status);

const foreign: readonly (readonly [string, () => Response])[] = [
  ["a page", () => page()],
  ["a page called JSON", () => responseOf("<html></html>", "application/json")],
  ["JSON called a page", () => responseOf('{"id":"ctr_1","items":[]}', "text/html")],
  ["no content type", () => new Response(new Uint8Array([123, 125]))],
  ["an empty body", () => responseOf("", "application/json")],
  ["a list", () => answer([])],
  ["a text", () => answer("ok")],
  ["null", () => answer(null)],
];

test("an object without the route's expected field is not accepted", async () => {
  const sent = network(answer({ status: "ok" }), answer({}), anyAnswer());
  await expect(buy("pro")).rejects.toMatchObject({ code: "offline" });
  await expect(buy("pro")).rejects.toMatchObject({ code: "offline" });
  await buy("pro");
  expect(new Set(sent.map(keyOf)).size).toBe(1);
});

describe.each(foreign)("a 2xx response that is %s", (_, respond) => {
  test("leaves a payment unanswered and keeps its key", async () => {
    const sent = network(respond(), anyAnswer());
    await expect(buy("pro")).rejects.toMatchObject({ code: "offline", status: 0 });
    await buy("pro");
    expect(keyOf(sent[1])).toBe(keyOf(sent[0]));
  });

  test.each([
    ["a change", () => api("startMining")],
    ["a query", () => api("getWallet")],
    ["a query of a list", () => api("listPositions")],
    ["a query of a public page", () => readPublic("listPlans")],
  ])("fails %s", async (_name, request) => {
    network(respond());
    await expect(request()).rejects.toMatchObject({ title: "No answer", code: "offline" });
  });
});

test("CSV is accepted only from routes that return CSV", async () => {
  network(responseOf("day,sats\r\n", "text/csv; charset=utf-8"), page());
  expect(await api("exportEntries", { query: { asset: "BTC" } })).toBe("day,sats\r\n");
  await expect(api("exportEntries", { query: { asset: "BTC" } })).rejects.toThrow(
    "does not answer",
  );
});

test.each([400, 401, 403, 404, 429])("a %d response from a proxy does not refuse a payment", async (status) => {
  const sent = network(page(status), anyAnswer());
  await expect(buy("pro")).rejects.toMatchObject({ code: "offline" });
  await buy("pro");
  expect(keyOf(sent[1])).toBe(keyOf(sent[0]));
});

test.each([
  ["a page", () => page(401)],
  ["JSON of a gateway", () => answer({ message: "Unauthorized" }, 401)],
])("a 401 that is %s does not end the session", async (_, respond) => {
  const rejected = vi.fn<() => void>();
  const isRenewed = vi.fn<(refused: string) => Promise<boolean>>();
  setTokenSource({ ...noCode, token: () => Promise.resolve("abc"), rejected, isRenewed });
  network(respond());
  await expect(api("getWallet")).rejects.toMatchObject({ code: "offline" });
  expect(rejected).not.toHaveBeenCalled();
  expect(isRenewed).not.toHaveBeenCalled();
});
