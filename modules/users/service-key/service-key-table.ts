/** SQL statements for the id of the valid service key. */
import type { Queryable } from "#platform";

export async function findServiceKeyId(queryable: Queryable): Promise<string | undefined> {
  const [row] = await queryable.query<{ id: string }>("select key_id as id from users_service_key");
  return row?.id;
}

export async function saveServiceKeyId(
  queryable: Queryable,
  { keyId, now }: { readonly keyId: string; readonly now: Date },
): Promise<void> {
  await queryable.query(
    `insert into users_service_key (key_id, created_at) values ($1, $2)
     on conflict (is_only) do update set key_id = $1, created_at = $2`,
    [keyId, now],
  );
}
