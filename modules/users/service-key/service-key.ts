/**
 * Manages the service key of the operator's programs: a signed token with the role `service_role`,
 * as clients of Supabase Auth expect. The key is stored in a private file in the data folder, is
 * never printed, and is accepted only by the admin endpoints. If the file is missing, a new key is
 * created and the old key becomes invalid.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { recordAudit, SERVICE_ACTOR } from "#audit";
import { newUuid, Outage, type DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { bearerToken } from "../sessions/authenticate.ts";
import { issuerOf } from "../tokens/signing-keys.ts";
import { verifyOwnToken } from "../tokens/verify-own-token.ts";
import { findServiceKeyId, saveServiceKeyId } from "./service-key-table.ts";

type Deps = Pick<UsersDeps, "clock" | "database" | "signingKeys" | "siteUrl">;
type OwnDeps = Deps & Pick<UsersDeps, "dataDir" | "log">;

export const SERVICE_KEY_FILE = "service-role-key";

const ROLE = "service_role";
const LIFETIME = "10y";
const OTHERS_MAY = 0o077;

/**
 * Creates a new key if the file is missing or was readable by other users of the machine. If the
 * file contains a different key, for example from an older backup, rewrites the file with the valid
 * key, so that programs need no new key.
 */
export async function ensureServiceKey(deps: OwnDeps): Promise<void> {
  const ownKey = readOwn(pathOf(deps));
  if (ownKey === undefined) return renewServiceKey(deps);
  const fault = await faultOfServiceKey(deps, `Bearer ${ownKey}`);
  if (!fault && isOfNewest(deps, ownKey)) return;
  if (idOf(ownKey) !== (await findServiceKeyId(deps.database)))
    deps.log.warn(
      { file: pathOf(deps) },
      "the file did not contain the service key; wrote it again",
    );
  await signServiceKeyAgain(deps);
}

/** Creates a new key and invalidates the previous one. */
export async function renewServiceKey(deps: OwnDeps): Promise<void> {
  const keyId = newUuid();
  await saveServiceKeyId(deps.database, { keyId, now: deps.clock.now() });
  await writeKey(deps, keyId);
}

/**
 * Re-signs the same key with the newest signing key, because its current signature expires with the
 * old signing key. Returns false if the file does not contain the valid key.
 */
export async function resignServiceKey(deps: OwnDeps): Promise<boolean> {
  const ownKey = readOwn(pathOf(deps));
  const keyId = await findServiceKeyId(deps.database);
  if (ownKey === undefined || keyId === undefined || idOf(ownKey) !== keyId) return false;
  await writeKey(deps, keyId);
  return true;
}

/**
 * Re-signs the key in the process that replaces the signing key, even if the file is missing or
 * readable by others.
 */
export async function signServiceKeyAgain(deps: OwnDeps): Promise<void> {
  const keyId = await findServiceKeyId(deps.database);
  await (keyId === undefined ? renewServiceKey(deps) : writeKey(deps, keyId));
}

function pathOf({ dataDir }: OwnDeps): string {
  return join(dataDir, SERVICE_KEY_FILE);
}

/**
 * Returns true if the newest signing key signed the token. A service key expires together with the
 * signing key that signed it.
 */
function isOfNewest({ signingKeys }: OwnDeps, token: string): boolean {
  try {
    return decodeProtectedHeader(token).kid === signingKeys.newest.kid;
  } catch {
    return false;
  }
}

/** Returns the key's id, or undefined if the text is not a token. */
function idOf(token: string): string | undefined {
  try {
    return decodeJwt(token).jti;
  } catch {
    return undefined;
  }
}

async function writeKey(deps: OwnDeps, keyId: string): Promise<void> {
  const path = pathOf(deps);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${await signKey(deps, keyId)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(draft, path);
}

/** Why a service key is refused. `reason` describes the fault of the token. */
export type ServiceKeyFault =
  | { readonly fault: "missing" | "not_service" | "replaced" }
  | { readonly fault: "unreadable"; readonly reason: string };

/**
 * Returns the fault, or undefined if the key is valid. `not_service`: the token belongs to a user,
 * who may be an administrator.
 */
export async function faultOfServiceKey(
  deps: Deps,
  authorization: string | undefined,
): Promise<ServiceKeyFault | undefined> {
  const token = bearerToken(authorization);
  if (token === undefined) return { fault: "missing" };
  const claims = await readKey(deps, token).catch((error: unknown) => {
    if (error instanceof Outage) throw error;
    return { reason: error instanceof Error ? error.message : "unreadable" };
  });
  if ("reason" in claims) return { fault: "unreadable", reason: claims.reason };
  if (claims.role !== ROLE) return { fault: "not_service" };
  const isStored =
    claims.keyId !== undefined && claims.keyId === (await findServiceKeyId(deps.database));
  return isStored ? undefined : { fault: "replaced" };
}

type Event = Omit<Parameters<typeof recordAudit>[1], "actor" | "reason">;

/**
 * Writes an action performed with the service key to the audit log, like an administrator's action.
 * Runs in the transaction of the action.
 */
export async function recordByKey(tx: DatabaseTransaction, event: Event): Promise<void> {
  await recordAudit(tx, { ...event, actor: SERVICE_ACTOR, reason: "By the service key" });
}

function signKey(deps: Deps, keyId: string): Promise<string> {
  const { kid, privateKey } = deps.signingKeys.newest;
  return new SignJWT({ role: ROLE })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(issuerOf(deps))
    .setIssuedAt(deps.clock.now())
    .setExpirationTime(LIFETIME)
    .setJti(keyId)
    .sign(privateKey);
}

async function readKey({ clock, signingKeys }: Deps, token: string) {
  const payload = await verifyOwnToken(signingKeys, token, {
    requiredClaims: ["exp"],
    currentDate: clock.now(),
  });
  // A user's token is never a service key, whatever role the token contains.
  const isPersons = payload.sub !== undefined || payload["session_id"] !== undefined;
  return { role: isPersons ? undefined : payload["role"], keyId: payload.jti };
}

/** Returns the file's content, or undefined if the file is missing or readable by others. */
function readOwn(path: string): string | undefined {
  try {
    const isOpen = process.platform !== "win32" && (statSync(path).mode & OTHERS_MAY) !== 0;
    return isOpen ? undefined : readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
