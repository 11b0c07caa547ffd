/** The sign-in service on a port of its own with a real database, the official client for it, and a clock to move. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBus, openMasterKey, createLog, type Clock } from "#platform";
import { authPlugin, openUsers, supabasePublicKey, type AuthLimits, type UsersParts } from "#users";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { fastify } from "fastify";
import { testDatabase } from "./database.ts";

export interface MovableClock extends Clock {
  move(milliseconds: number): void;
}

export function movableClock(): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    move: (milliseconds) => void (offsetMs += milliseconds),
  };
}

export interface SignInServer {
  readonly parts: UsersParts;
  readonly clock: MovableClock;
  readonly url: string;
  /** A client with a session of its own that refreshes only when told to. */
  client(): SupabaseClient;
  /** Opens the room again on the same database and master key, as a restart does. */
  reopen(): Promise<UsersParts>;
  close(): Promise<void>;
}

export async function startSignInServer(limits: Partial<AuthLimits> = {}): Promise<SignInServer> {
  const test = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-users-"));
  const clock = movableClock();
  const setup = {
    database: test.database,
    clock,
    bus: createBus(),
    log: createLog("error"),
    masterKey: openMasterKey(dataDir),
    siteUrl: "http://floor.test",
    limits,
  };
  const parts = await openUsers(setup);
  const server = fastify();
  await server.register(authPlugin(parts));
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  return {
    parts,
    clock,
    url,
    client: () =>
      createClient(url, supabasePublicKey, {
        auth: { autoRefreshToken: false, persistSession: false },
      }),
    reopen: () => openUsers({ ...setup, masterKey: openMasterKey(dataDir) }),
    async close() {
      await server.close();
      await test.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
