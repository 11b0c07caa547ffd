/**
 * Starts the sign-in service on a separate port with a real database, its official client, and a
 * movable clock.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBus, openMasterKey, createLog, type Clock } from "#platform";
import { authPlugin, openUsers, supabasePublicKey, type AuthLimits, type UsersDeps } from "#users";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import { fastify } from "fastify";
import { deletionRules } from "#admin";
import { testDatabase } from "./database.ts";
import { operator } from "../money/operator-products.ts";

export interface MovableClock extends Clock {
  move(milliseconds: number): void;
}

/**
 * Returns a clock that advances by one millisecond each time it is read, so that no result depends
 * on the speed of the machine.
 */
export function movableClock(): MovableClock {
  let nowMs = Date.now();
  return {
    now: () => new Date((nowMs += 1)),
    move: (milliseconds) => void (nowMs += milliseconds),
  };
}

export interface SignInServer {
  readonly deps: UsersDeps;
  readonly clock: MovableClock;
  readonly url: string;
  /** URL with which a separate process connects to the same database. */
  readonly databaseUrl: string;
  /** Creates a client with its own session, which is refreshed only on request. */
  client(): SupabaseClient;
  /**
   * Opens the module again on the same database and master key, to simulate a restart or a second
   * process with its own bus.
   */
  reopen(changes?: { readonly siteUrl?: string; readonly dataDir?: string }): Promise<UsersDeps>;
  close(): Promise<void>;
}

interface SignInServerPlace {
  readonly siteUrl?: string;
  readonly port?: number;
  readonly hostedUrl?: string;
  readonly mailLeaves?: boolean;
}

/** Starts the service. The default `siteUrl` is `http://floor.test`. Port 0 selects a free port. */
export async function startSignInServer(
  limits: Partial<AuthLimits> = {},
  {
    siteUrl = "http://floor.test",
    port = 0,
    hostedUrl,
    mailLeaves = false,
  }: SignInServerPlace = {},
): Promise<SignInServer> {
  const test = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-users-"));
  const clock = movableClock();
  const setup = {
    database: test.database,
    clock,
    bus: createBus(),
    log: createLog("error"),
    masterKey: openMasterKey(dataDir),
    dataDir,
    siteUrl,
    limits,
    mailLeaves,
    hosted: hostedUrl === undefined ? undefined : { url: hostedUrl, anonKey: supabasePublicKey },
  };
  const deps = await openUsers(setup);
  const server = fastify();
  await server.register(authPlugin(deps, deletionRules(operator.products)));
  const url = await server.listen({ port, host: "127.0.0.1" });
  return {
    deps,
    clock,
    url,
    databaseUrl: test.url,
    client: () =>
      createClient(url, supabasePublicKey, {
        auth: { autoRefreshToken: false, persistSession: false },
      }),
    reopen: (changes = {}) =>
      openUsers({
        ...setup,
        ...changes,
        bus: createBus(),
        masterKey: openMasterKey(dataDir),
      }),
    async close() {
      await server.close();
      await test.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const PASSWORD = "correct horse battery";

export function newEmail(): string {
  return `miner-${randomUUID()}@example.com`;
}

export interface SignedUp {
  readonly client: SupabaseClient;
  readonly email: string;
  readonly userId: string;
  readonly session: Session;
}

/** Signs up a new user with the password `PASSWORD`. */
export async function signUp(server: SignInServer, email = newEmail()): Promise<SignedUp> {
  const client = server.client();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: "Ada", is_admin: false } },
  });
  if (error) throw error;
  if (!data.session) throw new Error("the sign-up gave no session");
  return { client, email, userId: data.session.user.id, session: data.session };
}

/** Sends a raw request without a session, which the official client would not send. */
export async function postSignIn({ url }: SignInServer, path: string, body: unknown) {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The input that `server/http.ts` passes to a handler for a request without parameters or body. */
export const plainRequest = {
  params: undefined,
  query: undefined,
  body: undefined,
  idempotency: undefined,
  ip: "127.0.0.1",
  origin: "http://127.0.0.1:3000",
  userAgent: "test",
};
