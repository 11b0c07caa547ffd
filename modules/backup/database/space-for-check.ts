/**
 * Checks the free disk space before a backup is verified. There must be space for a second
 * database, and enough left for the live database and the readiness check.
 */
import { diskSpace, reservedBytes, StartError, type DiskSpace, type Queryable } from "#platform";
import type { Manifest } from "../copy/manifest.ts";

const GIGABYTE = 1024 ** 3;
/** Maximum size of the temporary server's WAL while it restores a dump: its max_wal_size. */
const DUMP_WAL_BYTES = GIGABYTE / 2;

/**
 * Returns the disk space that the restored database will need. For a cluster, the query needs a
 * superuser.
 */
export async function bytesWhenBack(
  database: Queryable,
  kind: Manifest["database"]["kind"],
): Promise<number> {
  const [row] = await database.query<{ bytes: string }>(
    kind === "cluster"
      ? `select sum(pg_database_size(oid)) + (select coalesce(sum(size), 0) from pg_ls_waldir()) as bytes
         from pg_database`
      : `select pg_database_size(current_database()) + ${DUMP_WAL_BYTES} as bytes`,
  );
  return Number(row?.bytes);
}

export type SpaceOf = (folder: string) => Promise<DiskSpace | null>;

/**
 * Throws a StartError if there is too little space. If the free space is unknown, assumes that
 * there is enough.
 */
export async function assertSpaceForCheck(
  folder: string,
  bytes: number,
  spaceOf: SpaceOf = diskSpace,
): Promise<void> {
  const space = await spaceOf(folder);
  if (!space) return;
  const neededBytes = bytes + reservedBytes(space.totalBytes);
  if (space.freeBytes > neededBytes) return;
  throw new StartError(
    `DATA_DIR: a copy is checked there, which needs ${gigabytes(neededBytes)} free for a second database ` +
      `and the product's reserve. Only ${gigabytes(space.freeBytes)} are free.`,
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / GIGABYTE).toFixed(1)} GiB`;
}
