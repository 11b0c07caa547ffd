/**
 * The sign-in service on a port of its own with a real database, the official client for it, and a
 * clock to move.
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
 * Stands still but for a millisecond at each look, so that nothing depends on how fast the machine
 * is.
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
  /** For a process of its own on the same database. */
  readonly databaseUrl: string;
  /** A client with a session of its own that refreshes only when told to. */
  client(): SupabaseClient;
  /**
   * Opens the module again on the same database and master key: a restart, or a second process with
   * a bus of its own.
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

/** Its `siteUrl` is `http://floor.test` unless given; `port` 0 takes a free one. */
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

/** A new user with `PASSWORD`, signed in. */
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

/** A raw request of nobody in particular, for what the client would not send. */
export async function postSignIn({ url }: SignInServer, path: string, body: unknown) {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** What `server/http.ts` would pass on for a request without parameters and body. */
export const plainRequest = {
  params: undefined,
  query: undefined,
  body: undefined,
  idempotency: undefined,
  ip: "127.0.0.1",
  origin: "http://127.0.0.1:3000",
  userAgent: "test",
};
