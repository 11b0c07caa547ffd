/** Blocks that miners of the pool found, and what became of them. */
import type { TermName } from "#economics";
import type { Database, Queryable } from "#platform";
import { BLOCK_TERMS, poolTerms } from "../work/posted-terms.ts";

export type BlockState = "found" | "accepted" | "matured" | "orphaned" | "rejected";

export interface FoundBlock {
  readonly hash: string;
  readonly height: number;
  /** Null: the house's own rig. */
  readonly userId: string | null;
  readonly worker: string;
  readonly foundAt: Date;
  readonly shareMicros: bigint;
  readonly rewardSats: bigint;
}

/** Again: nothing changes. */
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

/** Those of which the chain may still say something else. */
export async function listFollowed(queryable: Queryable): Promise<FollowedBlock[]> {
  return queryable.query<FollowedBlock>(
    `select hash, height, state from pool_blocks where state in ('found', 'accepted')
       or state = 'orphaned' and found_at > now() - interval '7 days'
     order by height desc limit $1`,
    [FOLLOWED_MAX],
  );
}

/** `reason`: of a rejected one. */
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

/** The difficulty, in millionths, from which on a share may be a block. */
export async function blockMicrosAt(queryable: Queryable, now: Date): Promise<bigint> {
  const termsOf = await poolTerms.at<TermName<"poolBlock">>(queryable, now);
  return termsOf(BLOCK_TERMS).shareMicros;
}
