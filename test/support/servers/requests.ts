/** Sends requests and records all responses, for tests that check the responses as a whole. */
import { randomUUID } from "node:crypto";

interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  /** A request body that is sent unchanged, instead of JSON. */
  readonly raw?: string;
}

export type Ask = Asking["ask"];

export interface Asking {
  /**
   * Sends a request and resolves with any HTTP status. The returned body is empty if the response
   * is not JSON.
   */
  readonly ask: (
    method: string,
    path: string,
    request?: Asked,
  ) => Promise<{ readonly status: number; readonly json: Record<string, unknown> }>;
  readonly refusals: readonly string[];
  /** Returns the HTTP statuses received since the last call. */
  readonly takeStatuses: () => readonly number[];
}

export function startAsking(url: () => string): Asking {
  const refusals: string[] = [];
  let statuses = new Set<number>();
  return {
    refusals,
    takeStatuses() {
      const came = [...statuses];
      statuses = new Set();
      return came;
    },
    async ask(method, path, request = {}) {
      const response = await send(`${url()}${path}`, method, request);
      const text = await response.text();
      statuses.add(response.status);
      if (response.status >= 400) refusals.push(text);
      return { status: response.status, json: readJson(text) };
    },
  };
}

function send(url: string, method: string, { token, body, raw }: Asked): Promise<Response> {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { "content-type": "application/json" }),
      "idempotency-key": randomUUID(),
    },
    ...(content === undefined ? {} : { body: content }),
  });
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
