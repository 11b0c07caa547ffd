/** Calls the sign-in service as its operator, with the service key from a separate folder. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { ensureServiceKey, SERVICE_KEY_FILE } from "#users";
import { insertAdministrator } from "../../../modules/users/administrators/setup-table.ts";
import { startSignInServer, type SignInServer } from "../servers/sign-in-server.ts";

export interface OperatorServer {
  readonly server: SignInServer;
  readonly dataDir: string;
  readonly path: string;
  readKey(): string;
  close(): Promise<void>;
}

export async function startOperatorServer(): Promise<OperatorServer> {
  const server = await startSignInServer();
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-service-"));
  await ensureServiceKey({ ...server.deps, dataDir });
  const path = join(dataDir, SERVICE_KEY_FILE);
  return {
    server,
    dataDir,
    path,
    readKey: () => readFileSync(path, "utf8").trim(),
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns a service key for a server whose data folder the test does not use. */
export async function newServiceKey({ deps }: SignInServer): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-service-"));
  await ensureServiceKey({ ...deps, dataDir });
  const key = readFileSync(join(dataDir, SERVICE_KEY_FILE), "utf8").trim();
  rmSync(dataDir, { recursive: true, force: true });
  return key;
}

export const operatorOf = ({ url }: SignInServer, key: string) =>
  createClient(url, key, { auth: { autoRefreshToken: false, persistSession: false } }).auth.admin;

/** Sets a password, as a user does after `npm run recovery-link`. */
export async function setPassword(
  server: SignInServer,
  key: string,
  userId: string,
): Promise<void> {
  const { error } = await operatorOf(server, key).updateUserById(userId, {
    password: "another long password",
  });
  if (error) throw error;
}

export async function makeAdministrator(server: SignInServer, userId: string): Promise<void> {
  const now = server.clock.now();
  await server.deps.database.transaction((tx) => insertAdministrator(tx, { userId, now }));
}

/** Sends a raw request to the sign-in service that the official client would not send. */
export async function requestOfSignIn(
  { url }: SignInServer,
  method: string,
  route: string,
  token?: string,
  body: unknown = {},
) {
  const response = await fetch(`${url}/auth/v1/${route}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, code: answer["error_code"], headers: response.headers };
}
