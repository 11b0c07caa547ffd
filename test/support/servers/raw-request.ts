/**
 * Sends raw requests as an attacker might (any body, header or bytes), and checks that a refusal is
 * well-formed.
 */
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { expect } from "vitest";
import type { Person } from "../people/person.ts";

export interface Sent {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly person: Person;
}

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Sends a request with a new Idempotency-Key and the user's token. The given headers can replace
 * either of them.
 */
export async function send(
  url: string,
  { method = "POST", body, headers, person }: Sent,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${await person.token()}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const { status, headers: answered } = response;
  const type = answered.get("content-type");
  return { status, type, text: await response.text(), headers: answered };
}

/**
 * Checks that a refusal is a complete problem document with readable texts. Returns its error code.
 */
export function refusalOf({ status, type, text }: Omit<Answer, "headers">): string {
  expect({ status, text }).toMatchObject({ status: expect.toSatisfy(isClientError) });
  expect(type).toBe("application/problem+json; charset=utf-8");
  const problem = JSON.parse(text) as Readonly<Record<string, unknown>>;
  expect(problem).toMatchObject({ title: expect.stringMatching(/\w/), status });
  expect(problem).toMatchObject({ detail: expect.stringMatching(/\w/) });
  return String(problem["code"]);
}

export function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

export function rawAnswer(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const { hostname, port } = new URL(url);
    const host = hostname.startsWith("127.") ? hostname : "127.0.0.1";
    const socket = connect(Number(port), host, () => {
      socket.write(text, "latin1");
    });
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
      socket.end();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

/** Sends the bytes and resets the connection. */
export function hangUp(url: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write(text);
      setImmediate(() => socket.resetAndDestroy());
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
}
