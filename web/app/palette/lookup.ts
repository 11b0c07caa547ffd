/** Recognises a pasted txid, withdrawal id or test network address (also as a `bitcoin:` link). */
import { addressText, withoutBitcoinScheme } from "../../../api/address-text.ts";

export type Lookup =
  | { readonly kind: "txid"; readonly txid: string }
  | { readonly kind: "withdrawal"; readonly id: string }
  | { readonly kind: "address"; readonly address: string };

const TXID = /^[0-9a-f]{64}$/i;
const WITHDRAWAL = /^wdr_[0-9a-z]{6,60}$/i;
/** Test network addresses: SegWit, and legacy addresses, which start with m, n or 2. */
const ADDRESS = /^(?:(?:bcrt1|tb1)[0-9a-z]{20,90}|[mn2][1-9A-HJ-NP-Za-km-z]{25,39})$/i;

export function lookupOf(text: string): Lookup | undefined {
  const pasted = text.replaceAll(/\s/g, "");
  const txid = pasted.replace(/:\d+$/, "");
  if (TXID.test(txid)) return { kind: "txid", txid: txid.toLowerCase() };
  if (WITHDRAWAL.test(pasted)) return { kind: "withdrawal", id: pasted };
  const address = addressText(withoutBitcoinScheme(pasted));
  return ADDRESS.test(address) ? { kind: "address", address } : undefined;
}
