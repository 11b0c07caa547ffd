/**
 * Opens a stake or an investment in one transaction: the coins go to a hold of their owner, the
 * whole promised interest from the fund to the reserve. A promise that the fund cannot set aside is
 * not made; the refusal says how much it can, and others are not kept from less.
 */
import { mostWithin } from "#economics";
import { LedgerRefusal, post, postAll, userAccount, type Transfer } from "#ledger";
import { deliveriesTo, type Deliveries } from "#notifications";
import {
  decideBatch,
  excludeFromBatch,
  failpoint,
  NotBatchable,
  runOnce,
  transferIdOf,
  type Bus,
  type Database,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { shortestBtc } from "./btc-text.ts";
import { FUNDING, fundNow, RESERVE } from "./fund.ts";
import { openingMessage } from "./messages.ts";
import {
  decideOpening,
  openingFacts,
  overBalance,
  type Draft,
  type Opening,
  type OpeningDeps,
} from "./opening.ts";
import {
  insertLockedDays,
  insertPositions,
  openingLock,
  type Position,
} from "./positions-table.ts";
import { basisPointDaysUntil } from "./locked-days.ts";
import { beyondShare, takeShares, type Share } from "./network-share.ts";
import { earnRefusals } from "./refusals.ts";
import { EARN_WORKER } from "./worker-name.ts";

export interface OpenDeps extends OpeningDeps {
  readonly database: Database;
  readonly bus: Bus;
}

/** Throws the refusals that are about opening. */
export async function openPosition(deps: OpenDeps, opening: Opening): Promise<Position> {
  const { database, bus } = deps;
  const { request } = opening;
  let isFundLow = false;
  try {
    const opened = await runOnce(database, request, async (tx) => {
      const [, facts, write] = await Promise.all([
        openingLock.wait(tx, request.userId),
        openingFacts(tx, deps, [request.userId]),
        deliveriesTo(tx, [request.userId]),
      ]);
      const draft = decideOpening(facts, opening);
      await takeShare(tx, draft);
      await writeOpenings(tx, [draft], write);
      failpoint("earn.opening-written");
      await postOpening(tx, draft).catch(async (error: unknown) => {
        isFundLow = isFundShort(error);
        throw isFundLow ? await beyondFund(tx, draft) : error;
      });
      failpoint("earn.opening-posted");
      return openedOf(draft);
    });
    failpoint("earn.opening-committed");
    publishOpening(bus, request);
    return opened;
  } catch (error) {
    if (isFundLow) bus.publish("wake", { worker: EARN_WORKER });
    throw error;
  }
}

/**
 * Positions of different users in one transaction, with the same effects as singly. Throws
 * `NotBatchable` for openings that would be refused and for users with another one in progress.
 */
export async function openPositionBatch(
  tx: DatabaseTransaction,
  deps: OpeningDeps,
  openings: readonly Opening[],
): Promise<readonly Position[]> {
  const userIds = openings.map(({ request }) => request.userId);
  const [locks, facts, write] = await Promise.all([
    openingLock.tryEach(tx, userIds),
    openingFacts(tx, deps, userIds),
    deliveriesTo(tx, userIds),
  ]);
  const drafts = decideBatch(openings, (opening, place) =>
    locks[place] ? decideOpening(facts, opening) : undefined,
  );
  const [, isShared, results] = await Promise.all([
    writeOpenings(tx, drafts, write),
    // As late as possible: other requests of these networks wait for the commit.
    takeShares(tx, drafts.map(shareOf), facts.now),
    post(
      tx,
      drafts.map((draft) => openingTransfers(draft)),
    ),
  ]);
  if (!isShared) throw new NotBatchable(openings.keys());
  excludeFromBatch(results, (legs) =>
    legs.some((result) => result !== "ok" && result !== "exists"),
  );
  failpoint("earn.opening-posted");
  return drafts.map(openedOf);
}

export function publishOpening(bus: Bus, { userId }: IdempotentRequest): void {
  for (const what of ["balances", "earn", "mailbox"] as const) bus.publish("me", { userId, what });
}

/** Throws when too much was promised to its network today. */
async function takeShare(tx: DatabaseTransaction, draft: Draft): Promise<void> {
  const { openedAt } = draft.position;
  if (await takeShares(tx, [shareOf(draft)], openedAt)) return;
  throw await beyondShare(tx, draft.networks, openedAt);
}

function shareOf({ networks, position: { lockedSats } }: Draft): Share {
  return { networks, lockedSats };
}

async function writeOpenings(
  tx: DatabaseTransaction,
  drafts: readonly Draft[],
  write: Deliveries,
): Promise<void> {
  const [first] = drafts;
  if (!first) return;
  // All of one time.
  const { openedAt } = first.position;
  await Promise.all([
    insertPositions(
      tx,
      drafts.map(({ position }) => position),
    ),
    insertLockedDays(
      tx,
      drafts.flatMap(({ position, days }) =>
        days.map((span) => ({ ...span, positionId: position.id })),
      ),
      openedAt,
    ),
    write(drafts.map(({ position, product }) => openingMessage(position, product))),
  ]);
}

function openedOf({ position }: Draft): Position {
  return { ...position, state: "open", outcome: null, closedAt: null, paidSats: null };
}

/**
 * Throws when the balance is short; a LedgerRefusal when the fund is. The last statement of its
 * transaction.
 */
async function postOpening(tx: DatabaseTransaction, draft: Draft): Promise<void> {
  try {
    await postAll(tx, openingTransfers(draft));
  } catch (error) {
    if (error instanceof LedgerRefusal && error.results[0] === "insufficient")
      throw overBalance(draft.product);
    throw error;
  }
}

/** The principal, and the interest where there is any. */
function openingTransfers({ position, request }: Draft): Transfer[] {
  const { userId, id, principalSats, lockedSats, holdId } = position;
  const principal: Transfer = {
    id: holdId,
    debit: userAccount(userId, "available", "BTC"),
    credit: userAccount(userId, "held", "BTC"),
    amount: principalSats,
    code: "earn_principal_hold",
    kind: "pending",
    cause: id,
  };
  const interest: Transfer = {
    id: transferIdOf(request, "interest"),
    debit: FUNDING,
    credit: RESERVE,
    amount: lockedSats,
    code: "earn_interest_reserve",
    cause: id,
  };
  return lockedSats > 0n ? [principal, interest] : [principal];
}

async function beyondFund(tx: DatabaseTransaction, { product, position, days }: Draft) {
  const { fundingSats } = await fundNow(tx);
  const basisPointDays = basisPointDaysUntil(days, position.lockedDays);
  const most = mostWithin(fundingSats, basisPointDays, position.principalSats);
  if (fundingSats === 0n || most < product.minSats)
    return earnRefusals.product_closed({ plan: product.name });
  return earnRefusals.beyond_fund({ plan: product.name, max: shortestBtc(most) });
}

/** The interest is the second leg. */
function isFundShort(error: unknown): boolean {
  return error instanceof LedgerRefusal && error.results[1] === "insufficient";
}
