/**
 * Opens a stake or an investment in one transaction: the coins go to a hold of their owner, the
 * whole promised interest from the fund to the reserve. A promise that the fund cannot set aside is
 * not made; the refusal says how much it can, and others are not kept from less.
 */
import { LedgerRefusal, postAll, userAccount, type Transfer } from "#ledger";
import { deliver } from "#notifications";
import {
  failpoint,
  runOnce,
  transferIdOf,
  type Bus,
  type Database,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { shortestBtc } from "./btc-text.ts";
import { FUNDING, fundNow, RESERVE } from "./fund.ts";
import { openingLetter } from "./letters.ts";
import {
  draftPosition,
  overBalance,
  type Draft,
  type Opening,
  type OpeningParts,
} from "./opening.ts";
import { insertLockedDays, insertPosition, type Position } from "./positions-table.ts";
import { mostWithin } from "./locked-days.ts";
import { earnRefusals } from "./refusals.ts";
import { EARN_WORKER } from "./worker-name.ts";

export interface OpenParts extends OpeningParts {
  readonly database: Database;
  readonly bus: Bus;
}

/** Throws the refusals that are about opening. */
export async function openPosition(parts: OpenParts, opening: Opening): Promise<Position> {
  const { database, bus } = parts;
  const { request } = opening;
  const { userId } = request;
  let isFundLow = false;
  try {
    const opened = await runOnce(database, request, async (tx) => {
      const draft = await draftPosition(tx, parts, opening);
      const { position, product, days } = draft;
      await Promise.all([
        insertPosition(tx, position),
        insertLockedDays(tx, position.id, days, position.openedAt),
        deliver(tx, openingLetter(position, product)),
      ]);
      failpoint("earn.opening-written");
      await postOpening(tx, draft, request).catch(async (error: unknown) => {
        isFundLow = isFundShort(error);
        throw isFundLow ? await beyondFund(tx, draft) : error;
      });
      failpoint("earn.opening-posted");
      return { ...position, state: "open", outcome: null, closedAt: null, paidSats: null } as const;
    });
    failpoint("earn.opening-committed");
    for (const what of ["balances", "earn", "mailbox"] as const)
      bus.publish("me", { userId, what });
    return opened;
  } catch (error) {
    if (isFundLow) bus.publish("wake", { worker: EARN_WORKER });
    throw error;
  }
}

/**
 * Throws when the balance is short; a LedgerRefusal when the fund is. The last statement of its
 * transaction.
 */
async function postOpening(
  tx: DatabaseTransaction,
  { position, product }: Draft,
  request: IdempotentRequest,
): Promise<void> {
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
  try {
    await postAll(tx, lockedSats > 0n ? [principal, interest] : [principal]);
  } catch (error) {
    if (error instanceof LedgerRefusal && error.results[0] === "insufficient")
      throw overBalance(product);
    throw error;
  }
}

async function beyondFund(tx: DatabaseTransaction, { product, position, days }: Draft) {
  const { fundingSats } = await fundNow(tx);
  const terms = { days, termDays: position.lockedDays };
  const most = mostWithin(fundingSats, terms, position.principalSats);
  if (fundingSats === 0n || most < product.minSats)
    return earnRefusals.product_closed({ plan: product.name });
  return earnRefusals.beyond_fund({ plan: product.name, max: shortestBtc(most) });
}

/** The interest is the second leg. */
function isFundShort(error: unknown): boolean {
  return error instanceof LedgerRefusal && error.results[1] === "insufficient";
}
