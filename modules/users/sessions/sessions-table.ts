/**
 * SQL statements for sessions, their refresh counters and sign-in methods. `proofs/proofs-table.ts`
 * contains the times of the newest authentication.
 */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";
import { recordProof } from "../proofs/proofs-table.ts";
import { deleteOldest, IS_ADMIN, isOverFrom, LAST_USE, termsAt } from "./ending-table.ts";
import type { SessionTimes } from "./session-end.ts";

/** Level of a session: aal1 after one factor, aal2 after two. */
export type AssuranceLevel = "aal1" | "aal2";

export interface AuthenticationMethod {
  readonly method: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
}

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly aal: AssuranceLevel;
  /**
   * Ids of the factors that raised the session to aal2, including factors that have been removed
   * since.
   */
  readonly proved_factor_ids: readonly string[];
  /**
   * True if aal1 tokens are treated as aal2, because the client has not received a new token yet.
   */
  readonly raises_tokens: boolean;
  readonly refresh_key_sealed: Buffer;
  readonly refresh_counter: number;
  /** Counter of the token issued with the second factor; 0 if there is no such token. */
  readonly raised_counter: number;
  readonly refreshed_at: Date | null;
  readonly user_agent: string;
  readonly ip: string;
  readonly created_at: Date;
}

export type KnownSession = SessionRow & Pick<SessionTimes, "isAdmin" | "lastUse">;

const KNOWN_SESSION = `select s.*, ${LAST_USE} as "lastUse", ${IS_ADMIN} as "isAdmin"
   from users_sessions s where s.id = $1`;

export function timesOf({ created_at, lastUse, isAdmin }: KnownSession): SessionTimes {
  return { createdAt: created_at, lastUse, isAdmin };
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly refreshKeySealed: Buffer;
  readonly userAgent: string;
  readonly ip: string;
  readonly method: string;
  readonly now: Date;
}

export async function insertSession(
  tx: DatabaseTransaction,
  session: NewSession,
): Promise<SessionRow> {
  const [row] = await tx.query<SessionRow>(
    `insert into users_sessions (id, user_id, refresh_key_sealed, user_agent, ip, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning *`,
    [
      session.id,
      session.userId,
      session.refreshKeySealed,
      session.userAgent,
      session.ip,
      session.now,
    ],
  );
  if (!row) throw new Error("the session was not stored");
  await recordProof(tx, { sessionId: session.id, method: session.method, now: session.now });
  return row;
}

export async function findMethods(
  queryable: Queryable,
  sessionId: string,
): Promise<AuthenticationMethod[]> {
  const rows = await queryable.query<{ method: string; updatedAt: Date }>(
    `select authentication_method as method, updated_at as "updatedAt" from users_mfa_amr_claims
     where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return rows.map(({ method, updatedAt }) => ({
    method,
    timestamp: Math.floor(updatedAt.getTime() / 1000),
  }));
}

/** Returns the session's or the token's level, whichever is lower. */
export function levelOf(
  session: Pick<SessionRow, "aal" | "raises_tokens">,
  token: AssuranceLevel,
): AssuranceLevel {
  return session.aal === "aal2" && (token === "aal2" || session.raises_tokens) ? "aal2" : "aal1";
}

/** Raises the session to aal2 after a right code or passkey. */
export async function raiseSession(
  tx: DatabaseTransaction,
  raise: {
    readonly sessionId: string;
    /** Undefined for a recovery code, because it belongs to no factor. */
    readonly factorId: string | undefined;
    /** Name of the method in the token's `amr`: totp, recovery_code, webauthn or passkey. */
    readonly method: string;
    /** False if the client receives an aal2 token. */
    readonly raisesTokens?: boolean;
    readonly now: Date;
  },
): Promise<void> {
  const { sessionId, factorId, method, raisesTokens = false, now } = raise;
  await tx.query(
    `update users_sessions set aal = 'aal2', updated_at = $4, raises_tokens = raises_tokens or $3,
       proved_factor_ids = case when $2::uuid is null then proved_factor_ids
         else array_append(array_remove(proved_factor_ids, $2::uuid), $2::uuid) end
     where id = $1`,
    [sessionId, factorId ?? null, raisesTokens, now],
  );
  await recordProof(tx, { sessionId, method, now });
  await deleteOldest(tx, { exceptId: sessionId, aal: "aal2" });
}

/**
 * Lowers the session to aal1 and deletes its second-factor records. Called when the second factor
 * was removed.
 */
export async function lowerSession(tx: DatabaseTransaction, sessionId: string): Promise<void> {
  await tx.query(
    "update users_sessions set aal = 'aal1', proved_factor_ids = '{}', raises_tokens = false where id = $1",
    [sessionId],
  );
  await tx.query(
    `delete from users_mfa_amr_claims
     where session_id = $1 and authentication_method in ('totp', 'recovery_code', 'webauthn', 'passkey')`,
    [sessionId],
  );
}

/**
 * Returns the session and locks it until the transaction ends, so that concurrent refreshes are
 * serialised.
 */
export async function lockSession(
  tx: DatabaseTransaction,
  sessionId: string,
): Promise<KnownSession | undefined> {
  const [row] = await tx.query<KnownSession>(`${KNOWN_SESSION} for update of s`, [sessionId]);
  return row;
}

export async function findSession(
  queryable: Queryable,
  sessionId: string,
): Promise<KnownSession | undefined> {
  const [row] = await queryable.query<KnownSession>(KNOWN_SESSION, [sessionId]);
  return row;
}

export interface OpenSession extends KnownSession {
  /** Names of the methods in the token's `amr`, in the order of their use. */
  readonly methods: readonly string[];
}

/**
 * Returns sessions, most recently used first. `before` selects sessions used earlier, or at the
 * same time with a smaller id.
 */
export function findSessions(
  queryable: Queryable,
  userId: string,
  now: Date,
  { before, limit }: SessionsPage = { before: undefined, limit: 100 },
): Promise<OpenSession[]> {
  return queryable.query<OpenSession>(
    `select s.*,
       array(select c.authentication_method from users_mfa_amr_claims c where c.session_id = s.id
             order by c.created_at, c.authentication_method) as methods
     from (
       select s.*, ${LAST_USE} as "lastUse", ${IS_ADMIN} as "isAdmin" from users_sessions s
       where s.user_id = $1 and ($2::timestamptz is null or (${LAST_USE}, s.id) < ($2, $3::uuid))
         and not ${isOverFrom(5)}
       order by "lastUse" desc, s.id desc limit $4
     ) as s order by "lastUse" desc, s.id desc`,
    [userId, before?.at ?? null, before?.id ?? null, limit, ...termsAt(now)],
  );
}

export interface SessionsPage {
  readonly before: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
}

export async function recordUse(
  queryable: Queryable,
  { sessionId, now }: { readonly sessionId: string; readonly now: Date },
): Promise<void> {
  await queryable.query("update users_sessions set last_used_at = $2 where id = $1", [
    sessionId,
    now,
  ]);
}

/** Increments the refresh counter and stores old tokens that were rotated after `forgetBefore`. */
export async function rotateRefreshToken(
  tx: DatabaseTransaction,
  rotation: {
    readonly session: SessionRow;
    /** True if the new token is issued because the session was raised to aal2. */
    readonly isRaise?: boolean;
    readonly now: Date;
    readonly forgetBefore: Date;
  },
): Promise<SessionRow> {
  const { session, isRaise = false, now, forgetBefore } = rotation;
  await tx.query("delete from users_refresh_rotations where session_id = $1 and rotated_at < $2", [
    session.id,
    forgetBefore,
  ]);
  await tx.query(
    "insert into users_refresh_rotations (session_id, counter, rotated_at) values ($1, $2, $3)",
    [session.id, session.refresh_counter, now],
  );
  const [row] = await tx.query<SessionRow>(
    `update users_sessions set refresh_counter = refresh_counter + 1, refreshed_at = $2, updated_at = $2,
       raises_tokens = false,
       raised_counter = case when $3 then refresh_counter + 1 else raised_counter end
     where id = $1 returning *`,
    [session.id, now, isRaise],
  );
  if (!row) throw new Error("the session vanished under its lock");
  return row;
}

export async function wasRotatedSince(
  tx: DatabaseTransaction,
  { sessionId, counter, since }: { sessionId: string; counter: number; since: Date },
): Promise<boolean> {
  const rows = await tx.query(
    "select 1 from users_refresh_rotations where session_id = $1 and counter = $2 and rotated_at >= $3",
    [sessionId, counter, since],
  );
  return rows.length > 0;
}

/**
 * Deletes the user's sessions and returns their ids, for `bus.publish("session-ended", ...)` after
 * the commit.
 */
export async function deleteSessions(
  tx: DatabaseTransaction,
  which: {
    readonly userId: string;
    readonly only?: string;
    readonly allBut?: string;
    readonly aal?: AssuranceLevel;
    /** Keeps sessions that used one of the factors with these ids. */
    readonly allButProvedBy?: readonly string[];
  },
): Promise<string[]> {
  const { userId, only = null, allBut = null, aal = null, allButProvedBy = [] } = which;
  const rows = await tx.query<{ id: string }>(
    `delete from users_sessions where user_id = $1 and ($2::uuid is null or id = $2)
       and ($3::uuid is null or id <> $3) and ($4::text is null or aal = $4)
       and not (aal = 'aal2' and proved_factor_ids && $5::uuid[]) returning id`,
    [userId, only, allBut, aal, uuidArray(allButProvedBy)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes the sessions of all users and returns their ids, for `bus.publish("session-ended", ...)`.
 */
export async function deleteAllSessions(tx: DatabaseTransaction): Promise<string[]> {
  await tx.takeTime();
  const rows = await tx.query<{ id: string }>("delete from users_sessions returning id");
  return rows.map(({ id }) => id);
}
