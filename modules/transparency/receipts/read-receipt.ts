/** Reads the receipt of one of a user's bookings from the modules that own its facts. */
import type { z } from "zod";
import { bytesToHex } from "@noble/hashes/utils.js";
import { receiptsApi } from "#api/receipts";
import { GENESIS_HASHES, type BitcoinNode } from "#bitcoin";
import { fillFacts, type ForexMarket } from "#forex";
import { transfersOfCause, transfersWithIds, type ReceiptTransfer } from "#ledger";
import { canonicalJson } from "#log";
import { statementFacts } from "#mining";
import type { Clock, Database, MasterKey } from "#platform";
import { RECEIPT_FORMAT, RECEIPT_VERSION, type ReceiptKind } from "#receipts";
import { depositReceipt, receiptRefusals as refusals, withdrawalReceipt } from "#wallet";
import { factInclusion, type FactInclusion } from "../log/fact-inclusion.ts";
import { ledgerInclusion, type LedgerInclusion } from "../log/ledger-digests.ts";
import { signBytes } from "../log/log-key.ts";
import { readLogStatement } from "../log/present-log.ts";

export type ReceiptAnswer = z.output<typeof receiptsApi.getReceipt.response>;

export interface ReceiptDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly clock: Clock;
  readonly market: ForexMarket;
  readonly masterKey: MasterKey;
}

interface Wanted {
  readonly userId: string;
  readonly kind: ReceiptKind;
  readonly id: string;
  /** Origin of the installation's pages. */
  readonly site: string;
}

type Facts = { readonly transfers: readonly ReceiptTransfer[] } & Partial<
  Pick<ReceiptAnswer, "withdrawal" | "deposit" | "statement" | "fill">
>;

/** Number of a transaction at the desk. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** Throws a refusal if the user has no such booking, or if it is not final. */
export async function readReceipt(deps: ReceiptDeps, wanted: Wanted): Promise<ReceiptAnswer> {
  const { network } = deps.node;
  const published = await readLogStatement(deps.database, deps.masterKey);
  if (!published) throw refusals.receipt_log_missing();
  const { transfers, ...facts } = await readers[wanted.kind](deps, wanted);
  const receipt = {
    format: RECEIPT_FORMAT,
    version: RECEIPT_VERSION,
    kind: wanted.kind,
    id: wanted.id,
    issuedAt: deps.clock.now(),
    installation: {
      site: wanted.site,
      network,
      genesisHash: GENESIS_HASHES[network],
      log: published.log.vkey,
    },
    transfers: await withInclusions(deps.database, transfers),
    withdrawal: null,
    deposit: null,
    statement: null,
    fill: null,
    ...facts,
    signature: "",
  } as const;
  return { ...receipt, signature: sign(receipt, published.secretKey) };
}

/** Signs what the user receives: the receipt in JSON. */
function sign(receipt: ReceiptAnswer, secretKey: Buffer): string {
  const { signature: _signature, ...signed } = receiptsApi.getReceipt.response.encode(receipt);
  const bytes = new TextEncoder().encode(canonicalJson(signed));
  return signBytes(bytes, secretKey).toString("base64");
}

async function withInclusions(database: Database, transfers: readonly ReceiptTransfer[]) {
  const proven: ReceiptAnswer["transfers"] = [];
  for (const transfer of transfers)
    proven.push({
      ...transfer,
      log: presentInclusion(await ledgerInclusion(database, transfer.id)),
    });
  return proven;
}

function presentInclusion(inclusion: LedgerInclusion | undefined) {
  if (!inclusion) return null;
  const { leaf, index, path, log } = inclusion;
  return {
    leaf: textOf(leaf),
    index,
    path: path.map(bytesToHex),
    digestIndex: log.index,
    digest: textOf(log.body),
    digestPath: log.path.map(bytesToHex),
    checkpoint: log.checkpoint,
  };
}

function presentFact(inclusion: FactInclusion | null | undefined) {
  if (!inclusion) return null;
  const { index, body, path, checkpoint } = inclusion;
  return { index, fact: textOf(body), path: path.map(bytesToHex), checkpoint };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
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
    if (!statement) throw refusals.receipt_not_found();
    const ids = [statement.transferId, statement.power?.transferId].filter(
      (one) => one !== null && one !== undefined,
    );
    return { transfers: await transfersWithIds(database, { userId, ids }), statement };
  },
  async fill({ database, market }, { userId, id }) {
    const number = NUMBER.test(id) ? Number(id) : undefined;
    const fill = number === undefined ? undefined : await fillFacts(market, { userId, number });
    if (!fill) throw refusals.receipt_not_found();
    const { orderId: cause, day } = fill;
    const commitment = day && { kind: "commitment", subject: day.date };
    const dayLog = presentFact(commitment && (await factInclusion(database, commitment)));
    const transfers = await transfersOfCause(database, { userId, cause });
    return { transfers, fill: { ...fill, dayLog } };
  },
};
