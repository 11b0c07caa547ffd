/**
 * Opens a stake or an investment in one transaction: holds the user's coins and moves all of the
 * promised interest from the fund to the reserve. If the fund has too little, the opening is
 * refused, and the refusal states the largest amount that is still accepted.
 */
import { mostWithin } from "#economics";
import {
  isPosted,
  LedgerRefusal,
  post,
  userAccount,
  type Transfer,
  type TransferResult,
} from "#ledger";
import { deliveriesTo, type Deliveries } from "#notifications";
import {
  decideAll,
  excludeFromBatch,
  failpoint,
  groupCommit,
  refuseAll,
  runSingle,
  transferIdOf,
  type Bus,
  type Database,
  type DatabaseTransaction,
  type RunMode,
  type UseCase,
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

/** Opens one position. Throws the refusals of `decideOpening`, of the balance and of the fund. */
export async function openPosition(deps: OpenDeps, opening: Opening): Promise<Position> {
  let isFundLow = false;
  const useCase = openingUseCase(deps, () => (isFundLow = true));
  try {
    return await runSingle(useCase, opening);
  } catch (error) {
    if (isFundLow) deps.bus.publish("wake", { worker: EARN_WORKER });
    throw error;
  }
}

/** Returns a function that opens positions in batches. Concurrent openings share a transaction. */
export function openPositionsInBatches(deps: OpenDeps): (opening: Opening) => Promise<Position> {
  const useCase = openingUseCase(deps, () => undefined);
  return groupCommit(useCase, (opening) => openPosition(deps, opening));
}

function openingUseCase(deps: OpenDeps, onFundLow: () => void): UseCase<Opening, Position> {
  return {
    database: deps.database,
    run: (tx, openings, mode) => openAll(tx, { ...deps, onFundLow }, openings, mode),
    publish({ request: { userId } }) {
      failpoint("earn.opening-committed");
      for (const what of ["balances", "earn", "mailbox"] as const)
        deps.bus.publish("me", { userId, what });
    },
  };
}

async function openAll(
  tx: DatabaseTransaction,
  deps: OpeningDeps & { readonly onFundLow: () => void },
  openings: readonly Opening[],
  mode: RunMode,
): Promise<readonly Position[]> {
  const userIds = openings.map(({ request }) => request.userId);
  const settled = await deps.settleEarnings(tx, userIds, mode);
  const [locks, facts, write] = await Promise.all([
    openingLock.take(tx, userIds, mode),
    openingFacts(tx, deps, { userIds, settled }),
    deliveriesTo(tx, userIds),
  ]);
  const drafts = decideAll(mode, openings, (opening, place) =>
    locks[place] ? decideOpening(facts, opening) : undefined,
  );
  const [, isShared, results] = await Promise.all([
    writeOpenings(tx, drafts, write),
    // Lock the networks' shares as late as possible, because concurrent requests from these
    // networks wait until the commit.
    takeShares(tx, drafts.map(shareOf), facts.now),
    post(
      tx,
      drafts.map((draft) => openingTransfers(draft)),
    ),
  ]);
  const networks = drafts.flatMap((draft) => draft.networks);
  if (!isShared) await refuseAll(mode, openings, () => beyondShare(tx, networks, facts.now));
  if (mode === "batch") excludeFromBatch(results, (legs) => !isPosted(legs));
  const [draft] = drafts;
  const [legs = []] = results;
  if (draft && !isPosted(legs)) throw await ledgerRefusalOf(tx, draft, legs, deps.onFundLow);
  failpoint("earn.opening-posted");
  return drafts.map(openedOf);
}

/**
 * Converts a refusal by the ledger to a refusal for the user. The first leg is the principal, and
 * the second leg is the interest.
 */
async function ledgerRefusalOf(
  tx: DatabaseTransaction,
  draft: Draft,
  legs: readonly TransferResult[],
  onFundLow: () => void,
): Promise<Error> {
  const [principal, interest] = legs;
  if (principal === "insufficient") return overBalance(draft.product);
  if (interest !== "insufficient") return new LedgerRefusal(legs);
  onFundLow();
  return beyondFund(tx, draft);
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
  // All positions of a batch are opened at the same time.
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
  failpoint("earn.opening-written");
}

function openedOf({ position }: Draft): Position {
  return { ...position, state: "open", outcome: null, closedAt: null, paidSats: null };
}

/** Returns the transfers of the principal and, if there is any, of the interest. */
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
