/**
 * Maps Ledger errors to advice for the user. An error is identified by the status word in the
 * Ledger's response or by the error name of Ledger's package.
 */
import { connectTexts } from "./strings.ts";

const texts = connectTexts.ledger;

const BY_NAME: Readonly<Record<string, string>> = {
  TransportOpenUserCancelled: texts.noDevice,
  LockedDeviceError: texts.locked,
  DisconnectedDevice: texts.unplugged,
  DisconnectedDeviceDuringOperation: texts.unplugged,
};

/** https://developers.ledger.com/docs/device-app/explanation/io#status-words */
const BY_STATUS: ReadonlyMap<unknown, string> = new Map([
  [0x5515, texts.locked],
  [0x6b0c, texts.locked],
  [0x6985, texts.refused],
  [0x5501, texts.refused],
  [0x6511, texts.closed],
  [0x6d00, texts.closed],
  [0x6e00, texts.closed],
  [0x6e01, texts.closed],
]);

export function ledgerWords(error: unknown): string {
  if (typeof error !== "object" || error === null) return texts.unknown("");
  const { name, statusCode } = error as { readonly name?: unknown; readonly statusCode?: unknown };
  const words = BY_STATUS.get(statusCode) ?? (typeof name === "string" ? BY_NAME[name] : undefined);
  if (words !== undefined) return words;
  return texts.unknown(typeof statusCode === "number" ? ` (0x${statusCode.toString(16)})` : "");
}
