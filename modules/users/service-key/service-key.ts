/**
 * The key of the operator's own programs: a signed token with the role `service_role`, as clients
 * of Supabase Auth expect one. It lies in the data folder for its owner's eyes only, is never
 * printed, and opens the admin endpoints and nothing else. Where the file is missing a new key is
 * made, and the one before stops working.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { recordAudit, SERVICE_ACTOR } from "#audit";
import { newUuid, Outage, type DatabaseTransaction } from "#platform";
import type { UsersParts } from "../parts/users-parts.ts";
import { bearerToken } from "../sessions/authenticate.ts";
import { issuerOf } from "../tokens/signing-keys.ts";
import { verifyOwnToken } from "../tokens/verify-own-token.ts";
import { findServiceKeyId, saveServiceKeyId } from "./service-key-table.ts";

type Parts = Pick<UsersParts, "clock" | "database" | "signingKeys" | "siteUrl">;
type OwnParts = Parts & Pick<UsersParts, "dataDir" | "log">;

export const SERVICE_KEY_FILE = "service-role-key";

const ROLE = "service_role";
const LIFETIME = "10y";
const OTHERS_MAY = 0o077;

/**
 * Makes another key when the file is missing or was readable by others. A file that holds what is
 * not the good one, such as that of an older copy, is written anew: the key that programs use goes
 * on.
 */
export async function ensureServiceKey(parts: OwnParts): Promise<void> {
  const kept = readOwn(pathOf(parts));
  if (kept === undefined) return renewServiceKey(parts);
  const fault = await faultOfServiceKey(parts, `Bearer ${kept}`);
  if (!fault && isOfNewest(parts, kept)) return;
  if (idOf(kept) !== (await findServiceKeyId(parts.database)))
    parts.log.warn({ file: pathOf(parts) }, "this was not the service key; it is written anew");
  await signServiceKeyAgain(parts);
}

/** The key before stops working. */
export async function renewServiceKey(parts: OwnParts): Promise<void> {
  const keyId = newUuid();
  await saveServiceKeyId(parts.database, { keyId, now: parts.clock.now() });
  await writeKey(parts, keyId);
}

/**
 * The same key under the newest signature, for a file whose own will run out with the key that
 * signed it. False when the file does not hold the good one: its id is known to nobody else.
 */
export async function resignServiceKey(parts: OwnParts): Promise<boolean> {
  const kept = readOwn(pathOf(parts));
  const keyId = await findServiceKeyId(parts.database);
  if (kept === undefined || keyId === undefined || idOf(kept) !== keyId) return false;
  await writeKey(parts, keyId);
  return true;
}

/**
 * For the one process that replaces the signing key: also where the file is gone or was opened to
 * others.
 */
export async function signServiceKeyAgain(parts: OwnParts): Promise<void> {
  const keyId = await findServiceKeyId(parts.database);
  await (keyId === undefined ? renewServiceKey(parts) : writeKey(parts, keyId));
}

function pathOf({ dataDir }: OwnParts): string {
  return join(dataDir, SERVICE_KEY_FILE);
}

/** One that another key signed runs out with that key. */
function isOfNewest({ signingKeys }: OwnParts, token: string): boolean {
  try {
    return decodeProtectedHeader(token).kid === signingKeys.newest.kid;
  } catch {
    return false;
  }
}

/** Undefined for what is no token. */
function idOf(token: string): string | undefined {
  try {
    return decodeJwt(token).jti;
  } catch {
    return undefined;
  }
}

async function writeKey(parts: OwnParts, keyId: string): Promise<void> {
  const path = pathOf(parts);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${await signKey(parts, keyId)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(draft, path);
}

/** Why a request's service key opens nothing; `reason`: what is wrong with the token. */
export type ServiceKeyFault =
  | { readonly fault: "missing" | "not_service" | "replaced" }
  | { readonly fault: "unreadable"; readonly reason: string };

/**
 * Undefined: it is the good one. `not_service` is said of the token of a person, an administrator's
 * too.
 */
export async function faultOfServiceKey(
  parts: Parts,
  authorization: string | undefined,
): Promise<ServiceKeyFault | undefined> {
  const token = bearerToken(authorization);
  if (token === undefined) return { fault: "missing" };
  const claims = await readKey(parts, token).catch((error: unknown) => {
    if (error instanceof Outage) throw error;
    return { reason: error instanceof Error ? error.message : "unreadable" };
  });
  if ("reason" in claims) return { fault: "unreadable", reason: claims.reason };
  if (claims.role !== ROLE) return { fault: "not_service" };
  const isKept =
    claims.keyId !== undefined && claims.keyId === (await findServiceKeyId(parts.database));
  return isKept ? undefined : { fault: "replaced" };
}

type Event = Omit<Parameters<typeof recordAudit>[1], "actor" | "reason">;

/**
 * What programs with the key do to people is written to the same audit trail as what administrators
 * do. Part of the transaction of what it tells.
 */
export async function recordByKey(tx: DatabaseTransaction, event: Event): Promise<void> {
  await recordAudit(tx, { ...event, actor: SERVICE_ACTOR, reason: "By the service key" });
}

function signKey(parts: Parts, keyId: string): Promise<string> {
  const { kid, privateKey } = parts.signingKeys.newest;
  return new SignJWT({ role: ROLE })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(issuerOf(parts))
    .setIssuedAt(parts.clock.now())
    .setExpirationTime(LIFETIME)
    .setJti(keyId)
    .sign(privateKey);
}

async function readKey({ clock, signingKeys }: Parts, token: string) {
  const payload = await verifyOwnToken(signingKeys, token, {
    requiredClaims: ["exp"],
    currentDate: clock.now(),
  });
  // A person's token never counts, whatever role it might say.
  const isPersons = payload.sub !== undefined || payload["session_id"] !== undefined;
  return { role: isPersons ? undefined : payload["role"], keyId: payload.jti };
}

/** Undefined when there is none, or others could have read it. */
function readOwn(path: string): string | undefined {
  try {
    const isOpen = process.platform !== "win32" && (statSync(path).mode & OTHERS_MAY) !== 0;
    return isOpen ? undefined : readFileSync(path, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
