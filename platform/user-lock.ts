/**
 * Advisory locks that serialise the requests of one user. Each lock is held until its transaction
 * ends.
 */
import { textArray } from "./database/array-literals.ts";
import type { DatabaseTransaction } from "./database/database.ts";
import type { RunMode } from "./run-mode.ts";

export interface UserLock {
  /** Waits until the lock is free. */
  readonly wait: (tx: DatabaseTransaction, userId: string) => Promise<void>;
  /**
   * Tries each lock without waiting. Returns false for users whose lock another transaction holds.
   */
  readonly tryEach: (tx: DatabaseTransaction, userIds: readonly string[]) => Promise<boolean[]>;
  /**
   * Waits for the lock of a single user. For a batch it works like `tryEach`, because transactions
   * that wait for several locks could deadlock.
   */
  readonly take: (
    tx: DatabaseTransaction,
    userIds: readonly string[],
    mode: RunMode,
  ) => Promise<boolean[]>;
}

/**
 * Creates a lock with this name. After a statement has taken the lock, later statements see all
 * data that its previous holder committed.
 */
export function userLock(name: string): UserLock {
  const key = `hashtextextended('${name}/' || user_id, 0)`;
  const lock: UserLock = {
    async wait(tx, userId) {
      await tx.query(`select pg_advisory_xact_lock(${key}) from (values ($1)) as one(user_id)`, [
        userId,
      ]);
    },
    async tryEach(tx, userIds) {
      const rows = await tx.query<{ locked: boolean }>(
        `select pg_try_advisory_xact_lock(${key}) as locked
         from unnest($1::text[]) with ordinality as of(user_id, place) order by place`,
        [textArray(userIds)],
      );
      return rows.map(({ locked }) => locked);
    },
    async take(tx, userIds, mode) {
      if (mode === "batch") return lock.tryEach(tx, userIds);
      const [userId, ...others] = userIds;
      if (userId === undefined || others.length > 0)
        throw new Error("waits for one user at a time");
      await lock.wait(tx, userId);
      return [true];
    },
  };
  return lock;
}
