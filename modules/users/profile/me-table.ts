/** SQL of what a signed-in person sees of their account on every page, in one statement. */
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

/** Not `u.id`: sums of everybody could then be made before anybody is asked for. */
const OF_ASKED = "asked.user_id";

/** Undefined: there is no such user any more. */
export type FindMe = (queryable: Queryable, userId: string) => Promise<MeRow | undefined>;

/**
 * `pending`: SQL of the wallet, a table of one row with `pendingSats` of the user of an SQL
 * expression. The deleted are left out here for the reason of `findCallers`.
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
