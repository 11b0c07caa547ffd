/**
 * SQL statements for the times at which a session's user last authenticated, by method. The `amr`
 * claim in tokens is read from the same rows.
 */
import { batchReads, listsByPlace, uuidArray, type DatabaseTransaction } from "#platform";

interface ProofRequest {
  readonly sessionId: string;
  readonly methods: readonly string[];
  readonly withoutPassword: readonly string[];
}

/**
 * Returns the time of the newest authentication by one of `methods`. For a user without a password,
 * `withoutPassword` applies instead. Undefined if there is none.
 */
export const newestProof = batchReads<ProofRequest, Date | undefined>(
  async (queryable, requests) => {
    const rows = await queryable.query<{
      place: number;
      method: string;
      provenAt: Date;
      hasPassword: boolean;
    }>(
      `select asked.place::int as place, c.authentication_method as method, c.updated_at as "provenAt",
       u.encrypted_password is not null as "hasPassword"
     from unnest($1::uuid[]) with ordinality as asked(session_id, place)
     join users_mfa_amr_claims c using (session_id)
     join users_sessions s on s.id = c.session_id join users_users u on u.id = s.user_id
     order by c.updated_at desc`,
      [uuidArray(requests.map(({ sessionId }) => sessionId))],
    );
    const proofs = listsByPlace(requests, rows);
    return requests.map(
      ({ methods, withoutPassword }, index) =>
        proofs[index]?.find(
          ({ method, hasPassword }) =>
            methods.includes(method) || (!hasPassword && withoutPassword.includes(method)),
        )?.provenAt,
    );
  },
);

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

/**
 * Locks the session, so that it cannot end before the commit. If the session ends afterwards, the
 * API keys that it created are visible and are revoked with it.
 */
export async function holdSession(
  tx: DatabaseTransaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<boolean> {
  const rows = await tx.query(
    "select from users_sessions where id = $1 and user_id = $2 for key share",
    [sessionId, userId],
  );
  return rows.length > 0;
}
