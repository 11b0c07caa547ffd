/**
 * Computes a digest of a database's columns, constraints, indexes, triggers and functions, to
 * compare a restored database with the original. The digest uses only names and definitions that
 * are the same in all versions of PostgreSQL. It excludes objects that belong to extensions,
 * because they differ between versions.
 */
import { createHash } from "node:crypto";
import type { Queryable } from "#platform";

/** Excludes NOT NULL constraints, which only PostgreSQL 18 and later lists as constraints. */
const SHAPE = `with own as (select current_schema()::text::regnamespace as id),
  brought as (select classid, objid from pg_depend where deptype = 'e')
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid, own
    where c.relnamespace = own.id and c.relkind in ('r', 'p', 'v', 'S') and a.attnum > 0 and not a.attisdropped
      and ('pg_class'::regclass, c.oid) not in (select * from brought)
  union all select 'constraint ' || conrelid::regclass::text || ' ' || conname || ' ' || convalidated
    from pg_constraint, own where connamespace = own.id and contype <> 'n' and conrelid <> 0
      and ('pg_class'::regclass, conrelid) not in (select * from brought)
  union all select 'index ' || indexrelid::regclass::text || ' ' || indisunique || ' ' || indisvalid
    from pg_index i join pg_class c on c.oid = i.indrelid, own where c.relnamespace = own.id
      and ('pg_class'::regclass, indrelid) not in (select * from brought)
  union all select 'trigger ' || tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid, own where c.relnamespace = own.id and not tgisinternal
      and ('pg_class'::regclass, tgrelid) not in (select * from brought)
  union all select 'routine ' || oid::regprocedure::text || ' ' || prosecdef || ' ' || md5(prosrc)
    from pg_proc, own where pronamespace = own.id
      and ('pg_proc'::regclass, oid) not in (select * from brought)`;

export async function shapeOf(queryable: Queryable): Promise<string> {
  const rows = await queryable.query<{ line: string }>(SHAPE);
  const lines = rows.map(({ line }) => line).toSorted();
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
