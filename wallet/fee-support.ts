/** What the house adds to the miner's fee when only many small coins are left: so much for one payment, and for one user in 24 hours. */
import type { DatabaseTransaction } from "#platform";
import type { PostedLimits } from "./posted-limits.ts";

const DAY_MS = 86_400_000;

/** What it may still add to this payment, in satoshis. A cancelled one counts for its day: coins that were set aside for it stay the house's. */
export async function supportLeftSats(
  tx: DatabaseTransaction,
  { supportEach, supportDaily }: PostedLimits["fee"],
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: Date },
): Promise<bigint> {
  const [row] = await tx.query<{ sats: bigint }>(
    `select coalesce(sum(miner_fee_sats - fee_sats), 0)::bigint as sats from wallet_withdrawals
     where user_id = $1 and purpose = 'user' and id <> $2 and miner_fee_sats > fee_sats
       and case when state = 'cancelled' then requested_at else coalesce(signed_at, 'infinity') end > $3`,
    [userId, id, new Date(now.getTime() - DAY_MS)],
  );
  const used = row?.sats ?? 0n;
  const left = used < supportDaily ? supportDaily - used : 0n;
  return left < supportEach ? left : supportEach;
}
