/**
 * A fake network for tests of browser requests. It returns the test's responses and records the
 * requests.
 */
import { afterEach, beforeEach, vi } from "vitest";
import { setTokenSource } from "../data/api/asker.ts";
import { paths } from "../../api/paths.ts";
import { api } from "../data/api/call.ts";
import { endPause } from "../data/api/pause.ts";

export interface Sent {
  url: string;
  init: RequestInit & { headers: Headers };
}

/** Returns the given responses in order. "no answer" simulates a failed connection. */
export function network(...answers: (Response | "no answer")[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (url: string, init: Sent["init"]) => {
    sent.push({ url, init });
    const next = answers.shift();
    return next instanceof Response
      ? Promise.resolve(next)
      : Promise.reject(new TypeError("failed to fetch"));
  });
  return sent;
}

export const answer = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { "content-type": "application/json" } });

/** Returns a response that is valid for any route. */
export const anyAnswer = () =>
  answer(Object.fromEntries(Object.values(paths).map(({ mark = "" }) => [mark, null])));

/** Returns a response whose connection breaks after the headers. */
export function brokenOff(): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("cut")) });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

export const refusal = (status: number, code = "insufficient_funds") =>
  answer(
    {
      title: "Insufficient Funds",
      detail: "You do not have enough BTC for Pro Miner.",
      code,
      requestId: "req_1",
    },
    status,
  );

export const keyOf = (request: Sent | undefined) => request?.init.headers.get("idempotency-key");

/** Sends an example of a request that moves money. */
export const buy = (planId: string) => api("buyContract", { body: { planId } });

/** Part of a token source: the user has not entered a code. */
export const noCode = { isCodeGiven: () => Promise.resolve(false) };

/**
 * Gives every test in the file empty storage. After each test, restores the globals, ends the
 * rate-limit pause and signs out.
 */
export function freshClient(): void {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    endPause();
    setTokenSource({ ...noCode, token: () => Promise.resolve(undefined), rejected: () => {} });
  });
}
