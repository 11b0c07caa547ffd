/**
 * Public API for files that users keep, which are receipts and leaf files, and for the results of
 * checks. All functions are pure, need no connection, and return the same results in browser,
 * server and scripts.
 */
export { failed, notChecked, ok, type Check } from "./check.ts";
export { LEAVES_FORMAT, LEAVES_VERSION } from "./check-leaves.ts";
export { checkFile, FILE_CHARACTERS_MAX, type FileResult, type KnownSite } from "./check-file.ts";
export { RECEIPT_FORMAT, RECEIPT_VERSION, type ReceiptKind } from "./receipt.ts";
