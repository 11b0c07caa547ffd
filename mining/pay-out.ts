/**
 * Pays what contracts, boosts and rigs have earned and charges the rigs' power. Pay follows the
 * time since mining was switched on, also time in which this server was down: the contract is on
 * the server, the user cannot keep it running. One transaction per user writes the statement and
 * moves the money; an earner only ever moves forward, so no time is paid twice.
 */
import { LedgerRefusal, postAll, userAccount } from "#ledger";
import { failpoint, type Bus, type Log } from "#platform";
import { usersToPay } from "./earners-table.ts";
import { fundPayouts, type FundingParts } from "#treasury";
import { writePayouts, type WrittenPayouts } from "./write-payouts.ts";

export interface PayoutParts extends FundingParts {
  readonly bus: Bus;
  readonly log: Log;
  /** How old a payout gets before the next one follows while mining is on. */
  readonly payoutSeconds: number;
}

const LANES = 4;

/**
 * One round: pays every user for whom something is due. One user's failure is logged and does not
 * stop the others; it returns how many there were.
 */
export async function payOutDue(parts: PayoutParts, signal?: AbortSignal): Promise<number> {
  let failures = 0;
  const now = parts.clock.now();
  const paidBefore = new Date(now.getTime() - parts.payoutSeconds * 1_000);
  const waiting = await usersToPay(parts.database, { now, paidBefore });
  const lane = async () => {
    for (let userId = waiting.pop(); userId; userId = waiting.pop()) {
      if (signal?.aborted) return;
      try {
        await payOutTo(parts, userId);
      } catch (error) {
        failures += 1;
        parts.log.error({ error, userId }, "mining payout failed");
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failures;
}

/**
 * Pays one user what they have earned by now. The house's treasury steps in when need be; throws
 * when it lacks it too.
 */
export async function payOutTo(parts: PayoutParts, userId: string): Promise<void> {
  const attempt = await tryToPay(parts, userId);
  if (attempt.isPaid) return;
  const isFunded = await fundPayouts(parts, attempt.sats);
  const again = isFunded ? await tryToPay(parts, userId) : attempt;
  if (!again.isPaid) throw new Error(`the house cannot pay ${again.sats} sats of mining earnings`);
}

interface Attempt {
  /** False: the house's mining account was short, nothing was written. */
  readonly isPaid: boolean;
  readonly sats: bigint;
}

/**
 * How often a balance may shrink between reading and charging it before the rigs wait for the next
 * round.
 */
const BALANCE_ATTEMPTS = 3;

async function tryToPay(parts: PayoutParts, userId: string): Promise<Attempt> {
  for (let attempt = 1; ; attempt += 1) {
    const withRigs = attempt <= BALANCE_ATTEMPTS;
    const { written, short } = await writeAndPost(parts, { userId, withRigs });
    if (short === userAccount(userId, "available", "BTC")) continue;
    if (short !== undefined) return { isPaid: false, sats: written.paidSats };
    announce(parts, userId, written);
    return { isPaid: true, sats: written.paidSats };
  }
}

interface Outcome {
  readonly written: WrittenPayouts;
  /** The account that did not have enough; nothing was written then. */
  readonly short: string | undefined;
}

async function writeAndPost(
  { database, clock }: PayoutParts,
  input: { readonly userId: string; readonly withRigs: boolean },
): Promise<Outcome> {
  let written: WrittenPayouts = { transfers: [], payouts: 0, letters: 0, paidSats: 0n };
  try {
    await database.transaction(async (tx) => {
      written = await writePayouts(tx, clock, input);
      failpoint("mining.payout-written");
      if (written.transfers.length > 0) await postAll(tx, written.transfers);
      failpoint("mining.payout-posted");
    });
  } catch (error) {
    if (!(error instanceof LedgerRefusal && error.has("insufficient"))) throw error;
    return { written, short: written.transfers[error.results.indexOf("insufficient")]?.debit };
  }
  failpoint("mining.payout-committed");
  return { written, short: undefined };
}

function announce({ bus }: PayoutParts, userId: string, written: WrittenPayouts): void {
  if (written.payouts + written.letters > 0) bus.publish("me", { userId, what: "mining" });
  if (written.transfers.length > 0) bus.publish("me", { userId, what: "balances" });
  if (written.letters > 0) bus.publish("me", { userId, what: "mailbox" });
}
