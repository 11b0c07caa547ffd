/**
 * Whether a key for programs may withdraw there. A key gives no code, so what it can reach is
 * narrow: an address that its person verified, and a day after that, in which the message about it
 * was read. For the transaction that pays, under `refuseUnverified`'s lock.
 */
import { lockLimits } from "#api/limits";
import { utcMinute, type DatabaseTransaction } from "#platform";
import { refuse } from "../terms/refusals.ts";
import { connectionsOf } from "./connections-table.ts";

const WAIT_MS = lockLimits.withdrawalHours * 3_600_000;

/**
 * `scriptHex` undefined: by a simulated method, which has no address to verify. Throws 403
 * `key_only_to_verified`, 409 `key_address_too_new`.
 */
export async function refuseToKey(
  tx: DatabaseTransaction,
  going: {
    readonly userId: string;
    readonly network: string;
    readonly scriptHex: string | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, network, scriptHex, now } = going;
  const known = await connectionsOf(tx, { userId, network });
  const verified = known.find((row) => row.scriptHex === scriptHex);
  if (!verified) throw refuse.key_only_to_verified();
  const from = new Date(verified.verifiedAt.getTime() + WAIT_MS);
  if (from > now) throw refuse.key_address_too_new({ from: utcMinute(from) });
}
