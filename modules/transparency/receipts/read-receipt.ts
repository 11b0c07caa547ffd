/** Reads the receipt of one of a user's bookings from the modules that own its facts. */
import type { z } from "zod";
import type { receiptsApi } from "#api/receipts";
import { GENESIS_HASHES, type BitcoinNode } from "#bitcoin";
import { fillFacts, type ForexMarket } from "#forex";
import { transfersWithIds } from "#ledger";
import { statementFacts } from "#mining";
import type { Clock, Database } from "#platform";
import { RECEIPT_FORMAT, RECEIPT_VERSION, type ReceiptKind } from "#receipts";
import { depositReceipt, receiptRefusals, withdrawalReceipt } from "#wallet";

export type ReceiptAnswer = z.output<typeof receiptsApi.getReceipt.response>;

export interface ReceiptDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly clock: Clock;
  readonly market: ForexMarket;
}

interface Wanted {
  readonly userId: string;
  readonly kind: ReceiptKind;
  readonly id: string;
  /** Origin of the installation's pages. */
  readonly site: string;
}

type Facts = Pick<ReceiptAnswer, "transfers"> &
  Partial<Pick<ReceiptAnswer, "withdrawal" | "deposit" | "statement" | "fill">>;

/** Number of a transaction at the desk. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** Throws a refusal if the user has no such booking, or if it is not final. */
export async function readReceipt(deps: ReceiptDeps, wanted: Wanted): Promise<ReceiptAnswer> {
  const { network } = deps.node;
  return {
    format: RECEIPT_FORMAT,
    version: RECEIPT_VERSION,
    kind: wanted.kind,
    id: wanted.id,
    issuedAt: deps.clock.now(),
    installation: { site: wanted.site, network, genesisHash: GENESIS_HASHES[network] },
    log: null,
    withdrawal: null,
    deposit: null,
    statement: null,
    fill: null,
    ...(await readers[wanted.kind](deps, wanted)),
  };
}

const readers: Readonly<
  Record<ReceiptKind, (deps: ReceiptDeps, wanted: Wanted) => Promise<Facts>>
> = {
  async withdrawal(deps, wanted) {
    const { transfers, payment } = await withdrawalReceipt(deps, wanted);
    return { transfers, withdrawal: payment };
  },
  async deposit(deps, wanted) {
    const { transfers, payment } = await depositReceipt(deps, wanted);
    return { transfers, deposit: payment };
  },
  async mining({ database }, { userId, id }) {
    const statement = await statementFacts(database, { userId, id });
    if (!statement) throw receiptRefusals.receipt_not_found();
    const ids = [statement.transferId, statement.power?.transferId].filter(
      (one) => one !== null && one !== undefined,
    );
    return { transfers: await transfersWithIds(database, { userId, ids }), statement };
  },
  async fill({ market }, { userId, id }) {
    const number = NUMBER.test(id) ? Number(id) : undefined;
    const fill = number === undefined ? undefined : await fillFacts(market, { userId, number });
    if (!fill) throw receiptRefusals.receipt_not_found();
    return { transfers: [], fill };
  },
};
