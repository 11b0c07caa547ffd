/**
 * SQL of sessions, their refresh counters and how they were opened; `proofs/proofs-table.ts` has
 * the newest proofs.
 */
import type { Caller } from "#api-schema/route";
import type { DatabaseTransaction, Queryable } from "#platform";
import { recordProof } from "../proofs/proofs-table.ts";

/** Whether one factor or two were proved. */
export type AssuranceLevel = "aal1" | "aal2";

export interface AuthenticationMethod {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly aal: AssuranceLevel;
  /** The authenticator that raised it to aal2. */
  readonly factor_id: string | null;
  readonly refresh_key_sealed: Buffer;
  readonly refresh_counter: number;
  readonly refreshed_at: Date | null;
  readonly user_agent: string;
  readonly ip: string;
  readonly created_at: Date;
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

export interface FoundCaller {
  readonly caller: Caller;
  readonly bannedUntil: Date | null;
  /** The user has a second factor; a caller at aal1 has not proved it. */
  readonly hasSecondFactor: boolean;
  /** Undefined with a hosted service, which keeps its sessions itself. */
  readonly lastUsedAt?: Date | null;
}

/** Whose token it is, as far as the token tells. */
type TokenHolder = Pick<Caller, "userId" | "sessionId" | "aal">;

const CALLER = `u.id as "userId", u.email, s.id as "sessionId", s.aal, s.last_used_at as "lastUsedAt", u.banned_until as "bannedUntil",
       exists (select 1 from users_factors f where f.user_id = u.id and f.status = 'verified') as "hasSecondFactor",
       exists (select 1 from users_roles r where r.user_id = u.id and r.role = 'administrator') as "isAdmin"`;

type CallerRow = Caller & Omit<FoundCaller, "caller">;

/**
 * The caller behind a token, or undefined when the session or the user is gone. A token from before
 * the second factor was proved stays at aal1, also when its session was raised since.
 */
export async function findCaller(
  queryable: Queryable,
  { userId, sessionId, aal }: TokenHolder,
): Promise<FoundCaller | undefined> {
  const [row] = await queryable.query<CallerRow>(
    `select ${CALLER} from users_sessions s join users_users u on u.id = s.user_id
     where s.id = $1 and u.id = $2 and u.deleted_at is null`,
    [sessionId, userId],
  );
  return row && asFound(row, aal);
}

/** The same for many at once, in their order. */
export async function findCallers(
  queryable: Queryable,
  holders: readonly TokenHolder[],
): Promise<(FoundCaller | undefined)[]> {
  const rows = await queryable.query<CallerRow>(
    `select ${CALLER} from users_sessions s join users_users u on u.id = s.user_id
     where s.id = any($1::uuid[]) and u.deleted_at is null`,
    [[...new Set(holders.map(({ sessionId }) => sessionId))]],
  );
  const bySession = new Map(rows.map((row) => [row.sessionId, row]));
  return holders.map(({ userId, sessionId, aal }) => {
    const row = bySession.get(sessionId);
    return row?.userId === userId ? asFound(row, aal) : undefined;
  });
}

function asFound(
  { bannedUntil, hasSecondFactor, lastUsedAt = null, ...rest }: CallerRow,
  aal: AssuranceLevel,
): FoundCaller {
  const caller = { ...rest, aal: lowerOf(rest.aal, aal) };
  return { caller, bannedUntil, hasSecondFactor, lastUsedAt };
}

/** What both the session and the token prove. */
export function lowerOf(session: AssuranceLevel, token: AssuranceLevel): AssuranceLevel {
  return session === "aal2" && token === "aal2" ? "aal2" : "aal1";
}

/** To aal2, by a code of this factor given now. */
export async function raiseSession(
  tx: DatabaseTransaction,
  raise: {
    readonly sessionId: string;
    readonly factorId: string;
    /** As the token's `amr` names it: totp, recovery_code. */
    readonly method: string;
    readonly now: Date;
  },
): Promise<void> {
  const { sessionId, factorId, method, now } = raise;
  await tx.query(
    "update users_sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1",
    [sessionId, factorId, now],
  );
  await recordProof(tx, { sessionId, method, now });
}

/** Back to aal1: its second factor is gone, and what was proved with it too. */
export async function lowerSession(tx: DatabaseTransaction, sessionId: string): Promise<void> {
  await tx.query("update users_sessions set aal = 'aal1', factor_id = null where id = $1", [
    sessionId,
  ]);
  await tx.query(
    `delete from users_mfa_amr_claims
     where session_id = $1 and authentication_method in ('totp', 'recovery_code')`,
    [sessionId],
  );
}

/**
 * Locks the session until the transaction ends: two refreshes of one session follow one another.
 */
export async function lockSession(
  tx: DatabaseTransaction,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow>(
    "select * from users_sessions where id = $1 for update",
    [sessionId],
  );
  return row;
}

export async function findSession(
  queryable: Queryable,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const [row] = await queryable.query<SessionRow>("select * from users_sessions where id = $1", [
    sessionId,
  ]);
  return row;
}

export interface OpenSession extends SessionRow {
  readonly last_use: Date;
  /** How the person proved who they are, as the token's `amr` names it, first one first. */
  readonly methods: readonly string[];
}

const LAST_USE = "greatest(s.last_used_at, s.refreshed_at, s.created_at)";

/**
 * The newest use first, those before the place: used earlier, or at the same time with a smaller
 * id.
 */
export function findSessions(
  queryable: Queryable,
  userId: string,
  { before, limit }: SessionsPage = { before: undefined, limit: 100 },
): Promise<OpenSession[]> {
  return queryable.query<OpenSession>(
    `select s.*,
       array(select c.authentication_method from users_mfa_amr_claims c where c.session_id = s.id
             order by c.created_at, c.authentication_method) as methods
     from (
       select s.*, ${LAST_USE} as last_use from users_sessions s
       where s.user_id = $1 and ($2::timestamptz is null or (${LAST_USE}, s.id) < ($2, $3::uuid))
       order by last_use desc, s.id desc limit $4
     ) as s order by last_use desc, s.id desc`,
    [userId, before?.at ?? null, before?.id ?? null, limit],
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

/** Moves the live token on by one and remembers the old one until `forgetBefore`. */
export async function rotateRefreshToken(
  tx: DatabaseTransaction,
  { session, now, forgetBefore }: { session: SessionRow; now: Date; forgetBefore: Date },
): Promise<SessionRow> {
  await tx.query("delete from users_refresh_rotations where session_id = $1 and rotated_at < $2", [
    session.id,
    forgetBefore,
  ]);
  await tx.query(
    "insert into users_refresh_rotations (session_id, counter, rotated_at) values ($1, $2, $3)",
    [session.id, session.refresh_counter, now],
  );
  const [row] = await tx.query<SessionRow>(
    `update users_sessions set refresh_counter = refresh_counter + 1, refreshed_at = $2, updated_at = $2
     where id = $1 returning *`,
    [session.id, now],
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
 * Deletes sessions of the user and returns their ids, for `bus.publish("session-ended", ...)` after
 * the commit.
 */
export async function deleteSessions(
  tx: DatabaseTransaction,
  which: {
    readonly userId: string;
    readonly only?: string;
    readonly allBut?: string;
    readonly aal?: AssuranceLevel;
  },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `delete from users_sessions where user_id = $1 and ($2::uuid is null or id = $2)
       and ($3::uuid is null or id <> $3) and ($4::text is null or aal = $4) returning id`,
    [which.userId, which.only ?? null, which.allBut ?? null, which.aal ?? null],
  );
  return rows.map(({ id }) => id);
}

/** Everybody's, however many there are; the same is to be published. */
export async function deleteAllSessions(tx: DatabaseTransaction): Promise<string[]> {
  await tx.takeTime();
  const rows = await tx.query<{ id: string }>("delete from users_sessions returning id");
  return rows.map(({ id }) => id);
}
