/** Checks that a database is empty and its server suitable before a restore. */
import { assertServer, openDatabase, StartError } from "#platform";

/**
 * Throws a StartError if the database contains anything except extensions, or if the server is not
 * suitable for the product.
 */
export async function assertEmpty(url: string): Promise<void> {
  await assertServer(url);
  const database = openDatabase(url, { connectionsMax: 1 });
  try {
    const [thing] = await database.query<{ name: string }>(
      `select relname::text as name from pg_class
       where relnamespace = current_schema()::text::regnamespace and relkind not in ('i', 'I')
         and not exists (select from pg_depend
           where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
       limit 1`,
    );
    if (thing)
      throw new StartError(`DATABASE_URL: the database is not empty (it has ${thing.name}).`);
  } finally {
    await database.close();
  }
}
