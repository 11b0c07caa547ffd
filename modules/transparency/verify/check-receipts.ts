/**
 * Checks up to two receipts of the user whose API key was given: of a completed withdrawal and of a
 * credited deposit.
 */
import { receiptsApi } from "#api/receipts";
import { walletApi } from "#api/wallet";
import {
  checkFile,
  failed,
  notChecked,
  ok,
  type Check,
  type FileResult,
  type ReceiptKind,
} from "#receipts";
import type { Practice } from "./checks.ts";
import { Unreachable, type Read } from "./read-site.ts";

export interface GivenReceipt {
  readonly kind: ReceiptKind;
  readonly id: string;
  /** The receipt in JSON. Undefined if the installation refused it. */
  readonly text: string | undefined;
}

/** `read` uses the API key, which a receipt requires. */
export async function readReceipts(read: Read): Promise<GivenReceipt[]> {
  const withdrawals = await read(walletApi.listWithdrawals, {}, { limit: "100" });
  const deposits = await read(walletApi.listDeposits, {}, { limit: "100" });
  const newest = [
    {
      kind: "withdrawal",
      id: withdrawals.items.find((one) => one.state === "completed" && !one.isSimulated)?.id,
    },
    { kind: "deposit", id: deposits.items.find(({ state }) => state === "credited")?.id },
  ] as const;
  const receipts: GivenReceipt[] = [];
  for (const { kind, id } of newest) {
    if (id === undefined) continue;
    receipts.push({ kind, id, text: await readText(read, { kind, id }) });
  }
  return receipts;
}

/** A receipt is refused before the log begins, and after a reorg removed its block. */
async function readText(
  read: Read,
  params: { readonly kind: ReceiptKind; readonly id: string },
): Promise<string | undefined> {
  try {
    const receipt = await read(receiptsApi.getReceipt, params);
    return JSON.stringify(receiptsApi.getReceipt.response.encode(receipt));
  } catch (error) {
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
}

/** `receipts` is undefined without an API key. Returns one line per receipt. */
export function checkReceipts(
  receipts: readonly GivenReceipt[] | undefined,
  practice: Practice,
): Check[] {
  const name = "receipts";
  if (!receipts) return [notChecked(name, "no API key was given")];
  if (receipts.length === 0)
    return [notChecked(name, "the user has no completed withdrawal and no credited deposit")];
  return receipts.map(({ kind, id, text }) => {
    if (text === undefined)
      return notChecked(`receipt of ${kind}`, `${id}: the installation refused it`);
    const { id: named, kind: given } = JSON.parse(text) as Partial<GivenReceipt>;
    if (named !== id || given !== kind)
      return failed(`receipt of ${kind}`, `${id}: the receipt is of another booking`);
    const result = checkFile(text, knownSite(practice));
    return lineOf(`receipt of ${kind}`, id, result);
  });
}

function knownSite({ network, log }: Practice) {
  const isKnown = network === "regtest" || network === "signet" || network === "testnet4";
  return isKnown && log ? { installation: { network, log: log.vkey } } : {};
}

function lineOf(name: string, id: string, result: FileResult): Check {
  if (result.state === "refused") return failed(name, `${id}: ${result.text}`);
  const wrong = result.checks.find(({ state }) => state === "failed");
  if (wrong) return failed(name, `${id}: ${wrong.name}: ${wrong.text}`);
  const open = result.checks.filter(({ state }) => state === "not checked");
  const rest = open.map((one) => `, ${one.name} not checked, because ${one.text}`).join("");
  return ok(name, `${id}: ${result.checks.length - open.length} checks passed${rest}`);
}
