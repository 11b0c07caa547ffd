/** SQL statement for the account data that every page shows. */
import { balancesSql, type Balances } from "#ledger";
import { batchReads, rowsByPlace, uuidArray, type Queryable } from "#platform";
import type { Profile } from "../people/profiles-table.ts";
import type { UserRow } from "../people/users-table.ts";

export interface MeRow
  extends
    Balances,
    Profile,
    Pick<
      UserRow,
      "id" | "email" | "has_initial_password" | "is_anonymous" | "raw_user_meta_data" | "created_at"
    > {
  readonly pendingSats: bigint;
}

interface FoundRow extends MeRow {
  readonly place: number;
  readonly deletedAt: Date | null;
}

/**
 * SQL for the user's id. With `u.id`, the planner could compute the sums of all users before
 * filtering.
 */
const OF_ASKED = "asked.user_id";

/** Reads the account data. Returns undefined for a deleted or unknown user. */
export type FindMe = (queryable: Queryable, userId: string) => Promise<MeRow | undefined>;

/**
 * Creates the reader. `pending` returns SQL of the wallet: for an SQL expression of a user id, a
 * table with one row, `pendingSats`. As in `findCallers`, the code filters out deleted users
 * instead of the SQL.
 */
export function meReader(pending: (user: string) => string): FindMe {
  const text = `select asked.place::int, u.id, u.email, u.is_anonymous, u.has_initial_password, u.raw_user_meta_data, u.created_at,
      u.deleted_at as "deletedAt",
      p.mining_name as "miningName", p.sms_phone as "smsPhone", p.skips_first_steps as "skipsFirstSteps",
      balances.*, pending.*
    from unnest((select $1::uuid[])) with ordinality as asked(user_id, place)
      join users_users u on u.id = asked.user_id join users_profiles p on p.user_id = u.id,
      lateral ${balancesSql(OF_ASKED)} as balances, lateral ${pending(OF_ASKED)} as pending`;
  return batchReads(async (queryable, userIds: readonly string[]) => {
    const rows = await queryable.query<FoundRow>(text, [uuidArray(userIds)]);
    return rowsByPlace(
      userIds,
      rows.filter(({ deletedAt }) => deletedAt === null),
    );
  });
}
