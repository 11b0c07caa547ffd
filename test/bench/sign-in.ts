/**
 * Measures the cost of a session check per request, the effect of a sign-in flood on orders, and
 * the difference in response time between known and unknown e-mail addresses. The service runs in a
 * separate process, so that its CPU time excludes the client's.
 */
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as requestOver } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "#platform";
import { databaseUrl } from "../support/servers/database-url.ts";
import { callers, inTurns, type Load } from "./callers.ts";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

export interface HostAddress {
  readonly authUrl: string;
  readonly bareUrl: string;
  readonly people: readonly string[];
  /** Access tokens of users who do not sign in again, so that their sessions stay open. */
  readonly tokens: readonly string[];
}

export interface SignInRound {
  /** `meanMs` is the CPU time per request. */
  readonly bare: Rate;
  readonly signedIn: Rate;
  readonly orderQuiet: Load;
  readonly orderStorm: Load;
  /**
   * Sign-ins by a user at another IP address: without other load, and while an attacker's address
   * signs in continuously.
   */
  readonly honestQuiet: Load;
  readonly honestAttacked: Load;
  readonly recoverKnown: Rate;
  readonly recoverUnknown: Rate;
  readonly linkKnown: Rate;
  readonly linkUnknown: Rate;
  readonly passwordKnown: Rate;
  readonly passwordUnknown: Rate;
}

export const PASSWORD = "correct horse battery";

const PEOPLE = { full: 16, short: 4 };
const DATABASE = "bench_sign_in";
const GET_CALLERS = 16;
const ORDER_CALLERS = 4;
const PAUSE_MS = 20;
const ENEMY = "127.0.0.2";
/** Number of attackers. It exceeds the capacity of the password hashing queue. */
const ENEMY_CALLERS = 72;
const ENEMY_ACCOUNTS = 4;
/**
 * How many times longer the legitimate user's sign-ins are measured. This user sends one request at
 * a time, so there are few sign-ins per second, but a p99 needs many samples.
 */
const HONEST_TIMES = 4;

export async function measureSignIn(
  bench: { readonly database: Database; readonly url: string },
  { size, rounds, seconds, random, cleanUp }: Plan,
): Promise<{ readonly rounds: SignInRound[]; readonly database: Database }> {
  await bench.database.query(`create database ${DATABASE}`);
  const url = databaseUrl(bench.url, DATABASE);
  const child = fork(join(import.meta.dirname, "sign-in-host.ts"), [url, String(PEOPLE[size])]);
  cleanUp.defer(async () => {
    child.disconnect();
    await once(child, "exit");
  });
  const [address] = (await once(child, "message")) as [HostAddress];
  await measureRound(address, seconds / 4, random);
  const measured: SignInRound[] = [];
  for (let round = 1; round <= rounds; round++)
    measured.push(await measureRound(address, seconds, random));
  const database = openDatabase(url);
  cleanUp.defer(() => database.close());
  return { rounds: measured, database };
}

async function measureRound(
  { authUrl, bareUrl, people, tokens }: HostAddress,
  seconds: number,
  random: () => number,
): Promise<SignInRound> {
  const lot = () => Math.floor(random() * people.length);
  const get = (path: string) => () => {
    const authorization = `Bearer ${tokens[lot()] ?? ""}`;
    return read(`${bareUrl}${path}`, { headers: { authorization } }, 200);
  };
  const post = (path: string, body: object, status: number) =>
    read(
      `${authUrl}${path}`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      },
      status,
    );
  const processorMs = async () => Number(await get("/processor-ms")());
  const perRequest = async (path: string): Promise<Rate> => {
    const before = await processorMs();
    let requests = 0;
    const { perSecond } = await callers(GET_CALLERS, seconds, () => {
      requests += 1;
      return get(path)();
    });
    return { perSecond, meanMs: ((await processorMs()) - before) / requests };
  };
  const signIn = () =>
    post("/token?grant_type=password", { email: people[lot()], password: PASSWORD }, 200);
  const storm = async (): Promise<Load> => {
    const [orders] = await Promise.all([
      callers(ORDER_CALLERS, seconds, get("/order")),
      callers(people.length, seconds, signIn),
    ]);
    return orders;
  };
  const honest = () => callers(1, seconds * HONEST_TIMES, signIn);
  const attacked = async (): Promise<Load> => {
    const over = new AbortController();
    const enemies = Array.from({ length: ENEMY_CALLERS }, async (_, turn) => {
      const email = people[turn % ENEMY_ACCOUNTS];
      while (!over.signal.aborted) {
        await sendFrom(ENEMY, `${authUrl}/token?grant_type=password`, {
          email,
          password: PASSWORD,
        });
        // Pauses between requests. A real attacker would use another machine, but this simulated
        // one shares the server's processor.
        await sleep(PAUSE_MS);
      }
    });
    const served = await honest();
    over.abort();
    await Promise.all(enemies);
    return served;
  };
  const ask = (path: string, status: number, more: object) =>
    inTurns(
      seconds,
      [
        () => post(path, { email: people[lot()], ...more }, status),
        () => post(path, { email: `${randomUUID()}@example.test`, ...more }, status),
      ],
      // Waits until the previous e-mail has been written, so that only the response times are
      // compared.
      () => sleep(PAUSE_MS),
    );
  const measured = {
    bare: await perRequest("/bare"),
    signedIn: await perRequest("/signed-in"),
    orderQuiet: await callers(ORDER_CALLERS, seconds, get("/order")),
    orderStorm: await storm(),
    honestQuiet: await honest(),
    honestAttacked: await attacked(),
  };
  const [recoverKnown, recoverUnknown] = await ask("/recover", 200, {});
  const [linkKnown, linkUnknown] = await ask("/otp", 200, { create_user: false });
  const wrong = { password: "not the password" };
  const [passwordKnown, passwordUnknown] = await ask("/token?grant_type=password", 400, wrong);
  return {
    ...measured,
    recoverKnown,
    recoverUnknown,
    linkKnown,
    linkUnknown,
    passwordKnown,
    passwordUnknown,
  };
}

/**
 * Sends a request and ignores the response, like an attacker who continues regardless of the
 * result.
 */
function sendFrom(localAddress: string, url: string, body: object): Promise<void> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json" };
    const request = requestOver(url, { method: "POST", localAddress, headers });
    request.once("response", (response) => response.resume().once("close", resolve));
    request.once("error", () => resolve());
    request.end(JSON.stringify(body));
  });
}

async function read(url: string, init: RequestInit, status: number): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}
