/**
 * Tracks which users are present. Each process writes the users of its open streams to the database
 * and renews these rows every few seconds. Rows expire without renewal, so that users of a killed
 * process soon count as absent.
 */
import { newUuid, type Clock, type Database, type Log, type Queryable } from "#platform";

export type ChatSide = "user" | "administrator";

export interface Presence {
  /**
   * Marks a user as present. Call it when a user opens a stream. When the promise resolves, all
   * processes see the user as present. Call the returned function once, when the stream closes.
   */
  enter(person: {
    readonly userId: string;
    readonly isAdmin: boolean;
  }): Promise<() => Promise<void>>;
  /** Renews the rows of all users with open streams. Never throws. */
  repeat(): Promise<void>;
  /** Removes the rows of all users of this process. */
  close(): Promise<void>;
}

/** Pause between calls of `repeat`, and lifetime of a row, in milliseconds. */
export const PRESENCE_MS = { repeat: 10_000, holds: 30_000 } as const;

export function createPresence({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}): Presence {
  const serverId = newUuid();
  const streams = new Map<string, { isAdmin: boolean; count: number }>();
  /** Chains the writes, so that each user's last state wins. */
  let reporting = Promise.resolve();
  const notify = (userIds: readonly string[]): Promise<void> => {
    reporting = notifyAfter(reporting, userIds);
    return reporting;
  };
  const notifyAfter = async (earlier: Promise<void>, userIds: readonly string[]): Promise<void> => {
    await earlier;
    const here = userIds.filter((userId) => streams.has(userId));
    const gone = userIds.filter((userId) => !streams.has(userId));
    const areAdmins = here.map((userId) => streams.get(userId)?.isAdmin === true);
    try {
      await database.query(
        `insert into support_presence (server_id, user_id, is_admin, seen_at)
         select $1, here.*, $4 from unnest($2::uuid[], $3::boolean[]) as here
         on conflict (server_id, user_id) do update set is_admin = excluded.is_admin, seen_at = excluded.seen_at`,
        [serverId, here, areAdmins, clock.now()],
      );
      await database.query(
        "delete from support_presence where server_id = $1 and user_id = any($2)",
        [serverId, gone],
      );
    } catch (error) {
      // Keep the stream open despite the error, because `repeat` soon writes the row again.
      log.warn({ error }, "could not store presence");
    }
  };
  return {
    async enter({ userId, isAdmin }) {
      const count = (streams.get(userId)?.count ?? 0) + 1;
      streams.set(userId, { isAdmin, count });
      await notify([userId]);
      let isLeft = false;
      return async () => {
        const stay = streams.get(userId);
        if (isLeft || stay === undefined) return;
        isLeft = true;
        if (stay.count === 1) streams.delete(userId);
        else streams.set(userId, { ...stay, count: stay.count - 1 });
        await notify([userId]);
      };
    },
    async repeat() {
      await notify([...streams.keys()]);
      const before = new Date(clock.now().getTime() - 2 * PRESENCE_MS.holds);
      try {
        await database.query("delete from support_presence where seen_at <= $1", [before]);
      } catch (error) {
        log.warn({ error }, "could not store presence");
      }
    },
    async close() {
      const userIds = [...streams.keys()];
      streams.clear();
      await notify(userIds);
    },
  };
}

export async function isHere(
  queryable: Queryable,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  const rows = await queryable.query(
    "select from support_presence where user_id = $1 and seen_at > $2 limit 1",
    [userId, new Date(now.getTime() - PRESENCE_MS.holds)],
  );
  return rows.length > 0;
}

/** Returns true if an administrator other than this user has an open stream. */
export async function isStaffHere(
  queryable: Queryable,
  { exceptUserId, now }: { readonly exceptUserId?: string; readonly now: Date },
): Promise<boolean> {
  const rows = await queryable.query(
    `select from support_presence
     where is_admin and user_id is distinct from $1 and seen_at > $2 limit 1`,
    [exceptUserId ?? null, new Date(now.getTime() - PRESENCE_MS.holds)],
  );
  return rows.length > 0;
}
