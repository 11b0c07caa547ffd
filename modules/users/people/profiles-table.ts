/** SQL statements for profiles: user data that does not belong to the sign-in service. */
import type { DatabaseTransaction, Queryable } from "#platform";

export interface Profile {
  readonly miningName: string;
  readonly smsPhone: string | null;
  readonly skipsFirstSteps: boolean;
}

const COLUMNS = `mining_name as "miningName", sms_phone as "smsPhone", skips_first_steps as "skipsFirstSteps"`;

/** Inserts a profile. Returns false if another user has or had the mining name. */
export async function insertProfile(
  tx: DatabaseTransaction,
  { userId, miningName }: { readonly userId: string; readonly miningName: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into users_profiles (user_id, mining_name)
     select $1, $2 where not exists (select from users_mining_names where mining_name = $2)
     on conflict (mining_name) do nothing returning user_id`,
    [userId, miningName],
  );
  return rows.length > 0;
}

export async function findProfile(
  queryable: Queryable,
  userId: string,
): Promise<Profile | undefined> {
  const [row] = await queryable.query<Profile>(
    `select ${COLUMNS} from users_profiles where user_id = $1`,
    [userId],
  );
  return row;
}

/**
 * Returns the profile and locks it until the transaction ends, so that concurrent changes of
 * different fields are both kept.
 */
export async function lockProfile(
  tx: DatabaseTransaction,
  userId: string,
): Promise<Profile | undefined> {
  const [row] = await tx.query<Profile>(
    `select ${COLUMNS} from users_profiles where user_id = $1 for update`,
    [userId],
  );
  return row;
}

/** Changes the profile. Fails with SQLSTATE 23505 if another user has or had the mining name. */
export async function updateProfile(
  tx: DatabaseTransaction,
  { userId, miningName, smsPhone, skipsFirstSteps }: Profile & { readonly userId: string },
): Promise<void> {
  await tx.query(
    "update users_profiles set mining_name = $2, sms_phone = $3, skips_first_steps = $4 where user_id = $1",
    [userId, miningName, smsPhone, skipsFirstSteps],
  );
}
