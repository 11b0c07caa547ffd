/**
 * The one place where it is decided whether the house may sell more or give coins of its treasury
 * away. Everybody who does stands in line here, so that what was read stays true until it is acted
 * on; and because they stand in line, nobody counts all that was ever sold: the last count and what
 * was promised since is enough as long as that leaves room.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import { houseFundsSats, payCover, spareOf, staysCovered } from "./house-funds.ts";
import { promisedSatsOf, type Sale, type Treasury } from "./promises.ts";
import { referenceValuesAt } from "./reference-values-table.ts";

/**
 * So long a count is good, if there is room: what ended or was sold back meanwhile is then found
 * again.
 */
const COUNT_MS = 60_000;

interface Wanted {
  readonly now: Date;
  readonly wantedSats: bigint;
}

/**
 * From here to the end of the transaction nobody else sells, buys back or gives coins of the
 * treasury away. One order of locks everywhere: rows of people and products first, then this, then
 * the audit trail, last the accounts of the ledger.
 */
export async function lockCover(tx: DatabaseTransaction): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('treasury/cover', 0))");
}

/** Whether this may be sold now; true counts it as sold. */
export async function maySell(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { sale, now }: { readonly now: Date; readonly sale: Sale },
): Promise<boolean> {
  await lockCover(tx);
  const isEnough = (marginSats: bigint) => staysCovered(marginSats, sale);
  const isSold = isEnough(await marginFor(tx, treasury, { now, isEnough }));
  if (isSold) await addPromise(tx, sale);
  return isSold;
}

/** What is sold in any case, because it brings more than it promises. Takes the lock. */
export async function countAsSold(tx: DatabaseTransaction, sale: Sale): Promise<void> {
  await lockCover(tx);
  await addPromise(tx, sale);
}

/**
 * Coins of the treasury beyond all that has to be covered, to be moved in this transaction: whoever
 * asks next waits for its end, so they are given once. What is spare beyond `wantedSats` is not
 * counted to the satoshi.
 */
export async function claimSpareTreasurySats(
  tx: DatabaseTransaction,
  treasury: Treasury,
  { wantedSats, now }: Wanted,
): Promise<bigint> {
  await lockCover(tx);
  const isEnough = (marginSats: bigint) => marginSats >= wantedSats;
  return spareOf(tx, await marginFor(tx, treasury, { now, isEnough }));
}

/** The same for showing. */
export async function spareTreasurySats(
  queryable: Queryable,
  treasury: Treasury,
  { wantedSats, now }: Wanted,
): Promise<bigint> {
  const isEnough = (marginSats: bigint) => marginSats >= wantedSats;
  return spareOf(queryable, await readMargin(queryable, treasury, { now, isEnough }));
}

interface Question {
  readonly now: Date;
  /** Whether so much answers it: then nothing more is counted. */
  readonly isEnough: (marginSats: bigint) => boolean;
}

/**
 * At least what the last count leaves, of any age; when that is not enough, exactly what there is.
 * For showing.
 */
export async function readMargin(
  queryable: Queryable,
  treasury: Treasury,
  question: Question,
): Promise<bigint> {
  return (
    (await marginByLastCount(queryable, question, null)) ??
    (await payCover(queryable, treasury, question.now)).marginSats
  );
}

/** The same for who acts on it, from a recent count. Needs the lock. */
async function marginFor(
  tx: DatabaseTransaction,
  treasury: Treasury,
  question: Question,
): Promise<bigint> {
  const { now } = question;
  const least = await marginByLastCount(tx, question, new Date(now.getTime() - COUNT_MS));
  if (least !== undefined) return least;
  const { marginSats, expectedSats, onDemandSats } = await payCover(tx, treasury, now);
  const { id: referenceId } = await referenceValuesAt(tx, now);
  await tx.query(
    `insert into treasury_counted_promises (promised_sats, reference_id, counted_at) values ($1, $2, $3)
     on conflict (is_only) do update set promised_sats = $1, reference_id = $2, counted_at = $3`,
    [expectedSats + onDemandSats, referenceId, now],
  );
  return marginSats;
}

/**
 * Undefined when it is not enough, or of other reference values, of a later time by the clock, or
 * not after `since`.
 */
async function marginByLastCount(
  queryable: Queryable,
  { now, isEnough }: Question,
  since: Date | null,
): Promise<bigint | undefined> {
  const { id: referenceId } = await referenceValuesAt(queryable, now);
  const [row] = await queryable.query<{ sats: bigint }>(
    `select promised_sats as sats from treasury_counted_promises
     where reference_id = $1 and counted_at <= $2 and ($3::timestamptz is null or counted_at > $3)`,
    [referenceId, now, since],
  );
  if (!row) return undefined;
  const least = (await houseFundsSats(queryable)) - row.sats;
  return isEnough(least) ? least : undefined;
}

async function addPromise(tx: DatabaseTransaction, sale: Sale): Promise<void> {
  await tx.query("update treasury_counted_promises set promised_sats = promised_sats + $1", [
    promisedSatsOf(sale),
  ]);
}
