/** SQL statements for the secrets of blind replays. */
import { commitmentTo, readSecret, type BlindSecret } from "#market/blind";
import type { DatabaseTransaction, Queryable } from "#platform";

/** The facts about a replay's secret that its owner may read. */
export interface BlindFacts {
  readonly commitment: string;
  /** Text of the secret, or null until it is revealed. */
  readonly secret: string | null;
}

/**
 * SQL expression of a replay's `BlindFacts`, or null if the replay is not blind. Replays with the
 * same secret are a replay and its branches. The secret is revealed when all of them have ended,
 * because it would otherwise reveal the future of a running one.
 */
export const BLIND_FACTS = `(select json_build_object('commitment', mine.commitment, 'secret',
    case when mine.is_known or not exists (
      select from forex_blind_replays other join forex_replays running on running.id = other.replay_id
      where other.commitment = mine.commitment and not other.is_known and running.ended_at is null)
    then mine.secret end)
  from forex_blind_replays mine where mine.replay_id = forex_replays.id)`;

export async function insertSecret(
  tx: DatabaseTransaction,
  replayId: string,
  secret: string,
): Promise<void> {
  await tx.query(
    "insert into forex_blind_replays (replay_id, commitment, secret) values ($1, $2, $3)",
    [replayId, commitmentTo(secret), secret],
  );
}

/**
 * Gives a branch the secret, mask and commitment of its replay. Does nothing if the replay is not
 * blind. A branch of a revealed replay is not hidden, and does not hide the replay again.
 */
export async function copySecret(
  tx: DatabaseTransaction,
  { fromId, toId }: { readonly fromId: string; readonly toId: string },
): Promise<void> {
  // The lock delays the end of all replays with this secret until the branch is stored. The end of
  // the last one would otherwise reveal the secret of a branch that hides it.
  await tx.query(
    `select from forex_replays where id in (
       select other.replay_id from forex_blind_replays mine join forex_blind_replays other using (commitment)
       where mine.replay_id = $1)
     order by id for share`,
    [fromId],
  );
  await tx.query(
    `insert into forex_blind_replays (replay_id, commitment, secret, is_known)
     select $2, commitment, secret, ${BLIND_FACTS} ->> 'secret' is not null
     from forex_blind_replays join forex_replays on forex_replays.id = replay_id
     where replay_id = $1`,
    [fromId, toId],
  );
}

/**
 * Reads the secret, revealed or not. Only the market of the replay may use it: no answer to a user
 * may contain it.
 */
export async function hiddenSecret(queryable: Queryable, replayId: string): Promise<BlindSecret> {
  const [row] = await queryable.query<{ secret: string }>(
    "select secret from forex_blind_replays where replay_id = $1",
    [replayId],
  );
  const secret = row && readSecret(row.secret);
  if (!secret) throw new Error(`the blind replay ${replayId} has no valid secret`);
  return secret;
}
