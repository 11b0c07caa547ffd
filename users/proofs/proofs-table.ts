/**
 * When a session last proved who is at the other end, by method. The same rows give the token its
 * `amr`.
 */
import type { DatabaseTransaction, Queryable } from "#platform";

/**
 * The newest proof by one of these methods, or by one of those that count for who has no password;
 * undefined: there is none.
 */
export async function newestProof(
  queryable: Queryable,
  {
    sessionId,
    methods,
    withoutPassword,
  }: {
    readonly sessionId: string;
    readonly methods: readonly string[];
    readonly withoutPassword: readonly string[];
  },
): Promise<Date | undefined> {
  const [row] = await queryable.query<{ provenAt: Date | null }>(
    `select max(c.updated_at) as "provenAt" from users_mfa_amr_claims c
     join users_sessions s on s.id = c.session_id join users_users u on u.id = s.user_id
     where c.session_id = $1 and (c.authentication_method = any($2)
       or c.authentication_method = any($3) and u.encrypted_password is null)`,
    [sessionId, [...methods], [...withoutPassword]],
  );
  return row?.provenAt ?? undefined;
}

export async function recordProof(
  tx: DatabaseTransaction,
  proof: { readonly sessionId: string; readonly method: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `insert into users_mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = $3`,
    [proof.sessionId, proof.method, proof.now],
  );
}
