/** SQL of what a signed-in person sees of their account on every page, in one statement. */
import { BALANCES, type Balances } from "#ledger";
import type { Queryable } from "#platform";
import type { Profile } from "../people/profiles-table.ts";
import type { UserRow } from "../people/users-table.ts";

export interface MeRow
  extends
    Balances,
    Profile,
    Pick<UserRow, "id" | "email" | "is_anonymous" | "raw_user_meta_data" | "created_at"> {
  readonly pendingSats: bigint;
}

/** `pending`: SQL of the wallet, a table of one row with `pendingSats` of the user $1. */
export async function findMe(
  queryable: Queryable,
  { userId, pending }: { readonly userId: string; readonly pending: string },
): Promise<MeRow | undefined> {
  const [row] = await queryable.query<MeRow>(
    `select u.id, u.email, u.is_anonymous, u.raw_user_meta_data, u.created_at, p.mining_name as "miningName",
       p.sms_phone as "smsPhone", p.skips_first_steps as "skipsFirstSteps", balances.*, pending.*
     from users_users u join users_profiles p on p.user_id = u.id, ${BALANCES} as balances, ${pending} as pending
     where u.id = $1 and u.deleted_at is null`,
    [userId],
  );
  return row;
}
