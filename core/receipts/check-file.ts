/**
 * Recognises a file that a user kept, and checks it without a connection. A file that is not a
 * known one is refused with a named reason. Pure.
 */
import type { Check } from "./check.ts";
import {
  checkLeaves,
  LEAVES_FORMAT,
  LEAVES_VERSION,
  readLeafFile,
  type PublishedRoot,
} from "./check-leaves.ts";
import { checkFill, readFill } from "./check-fill.ts";
import { checkMining, readMining } from "./check-mining.ts";
import { checkDeposit, checkWithdrawal } from "./check-payment.ts";
import { checkLog, checkSignature } from "./check-log.ts";
import { checkInstallation, checkVersions, type OwnInstallation } from "./check-receipt.ts";
import { JsonReader, Malformed } from "./json-reader.ts";
import {
  readPayment,
  readReceipt,
  readWithdrawal,
  RECEIPT_FORMAT,
  RECEIPT_KINDS,
  RECEIPT_VERSION,
  type Payment,
  type ReceiptKind,
} from "./receipt.ts";

/** Facts about the installation that the page read before it received the file. */
export interface KnownSite {
  readonly installation?: OwnInstallation;
  readonly roots?: readonly PublishedRoot[];
}

export type Refusal = "not_json" | "too_large" | "unknown_kind" | "other_version" | "malformed";

export type FileResult =
  | { readonly state: "refused"; readonly reason: Refusal; readonly text: string }
  | {
      readonly state: "checked";
      readonly kind: "leaves" | ReceiptKind;
      readonly checks: readonly Check[];
      /** Block with the receipt's transaction, to compare with the chain later. */
      readonly block: { readonly hash: string; readonly height: number } | null;
    };

/** The largest possible transaction is 4 MB, which are 8 million hex digits. */
export const FILE_CHARACTERS_MAX = 10_000_000;

export function checkFile(text: string, site: KnownSite): FileResult {
  if (text.length > FILE_CHARACTERS_MAX)
    return refuse("too_large", "The file is larger than 10 MB. No receipt is that large.");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse("not_json", "The file is not JSON.");
  }
  try {
    return checkJson(new JsonReader(json), site);
  } catch (error) {
    if (error instanceof Malformed) return refuse("malformed", error.message);
    // The stack overflows for objects that are nested a thousand times.
    if (error instanceof RangeError)
      return refuse("malformed", "The file contains values that cannot be calculated.");
    throw error;
  }
}

function checkJson(reader: JsonReader, site: KnownSite): FileResult {
  // Leaf files of the first version have no format.
  if (!reader.has("format") && reader.has("proof") && reader.has("leaves"))
    return checkLeafFile(reader, site);
  const format = reader.has("format") ? reader.raw("format") : undefined;
  if (format !== RECEIPT_FORMAT && format !== LEAVES_FORMAT)
    return refuse("unknown_kind", "The file is neither a receipt nor a leaf file of Hashfloor.");
  const version = reader.whole("version");
  const supported = format === RECEIPT_FORMAT ? RECEIPT_VERSION : LEAVES_VERSION;
  if (version !== supported)
    return refuse(
      "other_version",
      `The file has version ${version} of its format. Only version ${supported} can be checked.`,
    );
  if (format === LEAVES_FORMAT) return checkLeafFile(reader, site);
  const kind = RECEIPT_KINDS.find((one) => one === reader.raw("kind"));
  return kind
    ? checkReceipt(reader, kind, site)
    : refuse("unknown_kind", "This kind of receipt is unknown.");
}

function checkLeafFile(reader: JsonReader, { roots }: KnownSite): FileResult {
  const checks = checkLeaves(readLeafFile(reader), roots);
  return { state: "checked", kind: "leaves", checks, block: null };
}

function checkReceipt(reader: JsonReader, kind: ReceiptKind, site: KnownSite): FileResult {
  const receipt = readReceipt(reader, kind);
  const common = [
    checkInstallation(receipt.installation, site.installation),
    checkSignature(receipt, reader.fields, site.installation),
  ];
  const ledger = [checkVersions(receipt), checkLog(receipt)];
  const result = (own: readonly Check[], block: { hash: string; height: number } | null) => ({
    state: "checked" as const,
    kind,
    checks: [...common, ...own, ...ledger],
    block,
  });
  if (kind === "mining") return result(checkMining(receipt, readMining(reader)), null);
  if (kind === "fill") return result(checkFill(receipt, readFill(reader)), null);
  if (kind === "withdrawal") {
    const withdrawal = readWithdrawal(reader.object("withdrawal"));
    return result(checkWithdrawal(receipt, withdrawal), blockOf(withdrawal));
  }
  const deposit = readPayment(reader.object("deposit"));
  return result(checkDeposit(receipt, deposit), blockOf(deposit));
}

function blockOf({ chain }: Payment) {
  return { hash: chain.blockHash, height: chain.blockHeight };
}

function refuse(reason: Refusal, text: string): FileResult {
  return { state: "refused", reason, text };
}
