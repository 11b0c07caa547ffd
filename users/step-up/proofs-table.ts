/** When a session last proved who is at the other end, by method. The same rows give the token its `amr`. */
import type { DatabaseTransaction, Queryable } from "#platform";

/** The newest proof by one of these methods; undefined when there is none. */
export async function newestProof(
  queryable: Queryable,
  { sessionId, methods }: { readonly sessionId: string; readonly methods: readonly string[] },
): Promise<Date | undefined> {
  const [row] = await queryable.query<{ provenAt: Date | null }>(
    `select max(updated_at) as "provenAt" from users_mfa_amr_claims
     where session_id = $1 and authentication_method = any($2)`,
    [sessionId, [...methods]],
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
