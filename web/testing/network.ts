/**
 * A fake network for tests of the browser's requests: gives the test's answers and records
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

/** Gives the answers in order; "no answer" is a failing connection. */
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

/** An answer valid for any route. */
export const anyAnswer = () =>
  answer(Object.fromEntries(Object.values(paths).map(({ mark = "" }) => [mark, null])));

/** An answer whose connection breaks after the headers. */
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

/** A request that moves money. */
export const buy = (planId: string) => api("buyContract", { body: { planId } });

/** For the token source of a user who gave no code. */
export const noCode = { isCodeGiven: () => Promise.resolve(false) };

/**
 * Each test of the file starts with empty storage and ends signed out, with nothing left pending.
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
