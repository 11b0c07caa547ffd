/**
 * The one place where it is decided whether the house may sell more or give coins of its treasury away. Everybody who does
 * stands in line here, so that what was read stays true until it is acted on; and because they stand in line, nobody counts all
 * that was ever sold: the last count and what was promised since is enough as long as that leaves room.
 */
import type { RewardTerms } from "#economics";
import type { DatabaseTransaction, Queryable } from "#platform";
import {
  houseFundsSats,
  payCover,
  promisedSatsOf,
  spareOf,
  staysCovered,
  type OnDemandSats,
  type Sale,
} from "./house-funds.ts";
import { referenceValuesAt } from "./reference-values-table.ts";

/** So long a count is good, if there is room: what ended or was sold back meanwhile is then found again. */
const COUNT_MS = 60_000;

interface Asked {
  readonly now: Date;
  readonly onDemand: OnDemandSats;
}

type Wanted = Asked & { readonly wantedSats: bigint };

/**
 * From here to the end of the transaction nobody else sells, buys back or gives coins of the treasury away. One order of locks
 * everywhere: rows of people and products first, then this, then the audit trail, last the accounts of the ledger.
 */
export async function lockCover(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('mining/cover', 0))");
}

/** Whether this may be sold now; true counts it as sold. */
export async function maySell(
  tx: DatabaseTransaction,
  { sale, ...asked }: Asked & { readonly sale: Sale },
): Promise<boolean> {
  await lockCover(tx);
  const terms = await referenceValuesAt(tx, asked.now);
  const isEnough = (marginSats: bigint) => staysCovered(marginSats, sale, terms);
  const isSold = isEnough(await marginFor(tx, { ...asked, isEnough }));
  if (isSold) await addPromise(tx, sale, terms);
  return isSold;
}

/** What is sold in any case, because it brings more than it promises. Takes the lock. */
export async function countAsSold(
  tx: DatabaseTransaction,
  { now, sale }: { readonly now: Date; readonly sale: Sale },
): Promise<void> {
  await lockCover(tx);
  await addPromise(tx, sale, await referenceValuesAt(tx, now));
}

/**
 * Coins of the treasury beyond all that has to be covered, to be moved in this transaction: whoever asks next waits for its
 * end, so they are given once. What is spare beyond `wantedSats` is not counted to the satoshi.
 */
export async function claimSpareTreasurySats(
  tx: DatabaseTransaction,
  { wantedSats, ...asked }: Wanted,
): Promise<bigint> {
  await lockCover(tx);
  const isEnough = (marginSats: bigint) => marginSats >= wantedSats;
  return spareOf(tx, await marginFor(tx, { ...asked, isEnough }));
}

/** The same for showing. */
export async function spareTreasurySats(
  queryable: Queryable,
  { wantedSats, ...asked }: Wanted,
): Promise<bigint> {
  const isEnough = (marginSats: bigint) => marginSats >= wantedSats;
  return spareOf(queryable, await readMargin(queryable, { ...asked, isEnough }));
}

interface Question extends Asked {
  /** Whether so much answers it: then nothing more is counted. */
  readonly isEnough: (marginSats: bigint) => boolean;
}

/** At least what the last count leaves, of any age; when that is not enough, exactly what there is. For showing. */
export async function readMargin(queryable: Queryable, question: Question): Promise<bigint> {
  const { now, onDemand } = question;
  return (
    (await marginByLastCount(queryable, question, null)) ??
    (await payCover(queryable, now, onDemand)).marginSats
  );
}

/** The same for who acts on it, from a recent count. Needs the lock. */
async function marginFor(tx: DatabaseTransaction, question: Question): Promise<bigint> {
  const { now, onDemand } = question;
  const least = await marginByLastCount(tx, question, new Date(now.getTime() - COUNT_MS));
  if (least !== undefined) return least;
  const { marginSats, expectedSats, onDemandSats } = await payCover(tx, now, onDemand);
  const { id: referenceId } = await referenceValuesAt(tx, now);
  await tx.query(
    `insert into mining_counted_promises (promised_sats, reference_id, counted_at) values ($1, $2, $3)
     on conflict (is_only) do update set promised_sats = $1, reference_id = $2, counted_at = $3`,
    [expectedSats + onDemandSats, referenceId, now],
  );
  return marginSats;
}

/** Undefined when it is not enough, or of other reference values, of a later time by the clock, or not after `since`. */
async function marginByLastCount(
  queryable: Queryable,
  { now, isEnough }: Question,
  since: Date | null,
): Promise<bigint | undefined> {
  const { id: referenceId } = await referenceValuesAt(queryable, now);
  const [row] = await queryable.query<{ sats: bigint }>(
    `select promised_sats as sats from mining_counted_promises
     where reference_id = $1 and counted_at <= $2 and ($3::timestamptz is null or counted_at > $3)`,
    [referenceId, now, since],
  );
  if (!row) return undefined;
  const least = (await houseFundsSats(queryable)) - row.sats;
  return isEnough(least) ? least : undefined;
}

async function addPromise(tx: DatabaseTransaction, sale: Sale, terms: RewardTerms): Promise<void> {
  await tx.query("update mining_counted_promises set promised_sats = promised_sats + $1", [
    promisedSatsOf(sale, terms),
  ]);
}
