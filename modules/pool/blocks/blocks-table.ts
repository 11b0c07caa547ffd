/** SQL statements for blocks found by the pool's miners, and for the blocks' states. */
import type { TermName } from "#economics";
import type { Database, Queryable } from "#platform";
import { BLOCK_TERMS, poolTerms } from "../work/posted-terms.ts";

export type BlockState = "found" | "accepted" | "matured" | "orphaned" | "rejected";

export interface FoundBlock {
  readonly hash: string;
  readonly height: number;
  /** Null for the house rig. */
  readonly userId: string | null;
  readonly worker: string;
  readonly foundAt: Date;
  readonly shareMicros: bigint;
  readonly rewardSats: bigint;
}

/** Stores a found block unless it is already stored. */
export async function insertBlock(database: Database, block: FoundBlock): Promise<void> {
  await database.query(
    `insert into pool_blocks (hash, height, user_id, worker, found_at, share_micros, reward_sats, state)
     values ($1, $2, $3, $4, $5, $6, $7, 'found')
     on conflict (hash) do nothing`,
    [
      block.hash,
      block.height,
      block.userId,
      block.worker,
      block.foundAt,
      block.shareMicros.toString(),
      block.rewardSats,
    ],
  );
}

export interface FollowedBlock {
  readonly hash: string;
  readonly height: number;
  readonly state: BlockState;
}

const FOLLOWED_MAX = 500;

/** Returns the blocks whose state may still change. */
export async function listFollowed(queryable: Queryable): Promise<FollowedBlock[]> {
  return queryable.query<FollowedBlock>(
    `select hash, height, state from pool_blocks where state in ('found', 'accepted')
       or state = 'orphaned' and found_at > now() - interval '7 days'
     order by height desc limit $1`,
    [FOLLOWED_MAX],
  );
}

/** Sets the state of a block. Only rejected blocks have a `reason`. */
export async function setBlockState(
  database: Database,
  hash: string,
  { state, reason }: { readonly state: BlockState; readonly reason?: string },
): Promise<void> {
  await database.query("update pool_blocks set state = $2, reason = $3 where hash = $1", [
    hash,
    state,
    reason ?? null,
  ]);
}

/** Returns the minimum difficulty of a share that may become a block, in millionths. */
export async function blockMicrosAt(queryable: Queryable, now: Date): Promise<bigint> {
  const termsOf = await poolTerms.at<TermName<"poolBlock">>(queryable, now);
  return termsOf(BLOCK_TERMS).shareMicros;
}
