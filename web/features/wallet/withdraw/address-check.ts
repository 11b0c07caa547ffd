/**
 * Checks an address while the user types: the network, the format and, for SegWit, the checksum
 * (BIP173, BIP350). The server checks it again. Main network addresses are recognized so that the
 * error text can explain the refusal.
 */
import { addressTexts as texts } from "./strings.ts";
import { ADDRESS_ONLY_TEXT, isBitcoinLink } from "../../../../api/address-text.ts";

const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const BECH32 = 1;
const BECH32M = 0x2bc830a3;

export type AddressCheck =
  | { readonly state: "empty" }
  | { readonly state: "valid"; readonly text: string }
  | { readonly state: "invalid"; readonly text: string };

/** Returns the human-readable part of the network's SegWit addresses. */
export function segwitPrefix(network: string): string {
  return network === "regtest" ? "bcrt" : "tb";
}

export function checkAddress(typed: string, network: string): AddressCheck {
  const address = typed.trim();
  if (address === "") return { state: "empty" };
  if (isBitcoinLink(address)) return invalid(ADDRESS_ONLY_TEXT);
  if (/^(bc1|[13][1-9A-HJ-NP-Za-km-z]{20})/i.test(address) && !/^bcrt1/i.test(address)) {
    return invalid(texts.mainNetwork(network));
  }
  if (/^(bcrt1|tb1)/i.test(address)) return checkSegwit(address, network);
  if (/^[2mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) {
    return { state: "valid", text: texts.unchecked(network) };
  }
  return invalid(texts.unknown(network, segwitPrefix(network)));
}

function checkSegwit(address: string, network: string): AddressCheck {
  const prefix = segwitPrefix(network);
  if (!address.toLowerCase().startsWith(`${prefix}1`)) {
    return invalid(texts.otherNetwork(network, prefix));
  }
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) {
    return invalid(texts.mixedCase);
  }
  const words = Array.from(address.toLowerCase().slice(prefix.length + 1), (char) =>
    CHARSET.indexOf(char),
  );
  const version = words[0] ?? -1;
  const isWhole = words.length >= 14 && words.length <= 79 && !words.includes(-1);
  const expected = version === 0 ? BECH32 : BECH32M;
  if (!isWhole || version > 16 || checksum(prefix, words) !== expected) {
    return invalid(texts.damaged(network));
  }
  const { kinds } = texts;
  const kind = version === 0 ? kinds.nativeSegwit : version === 1 ? kinds.taproot : kinds.segwit;
  return { state: "valid", text: texts.valid(network, kind) };
}

function checksum(prefix: string, words: readonly number[]): number {
  const codes = Array.from(prefix, (char) => char.codePointAt(0) ?? 0);
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  let sum = 1;
  for (const value of [...expanded, ...words]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) {
      if ((top >>> bit) & 1) sum ^= generator;
    }
  }
  return sum >>> 0;
}

function invalid(text: string): AddressCheck {
  return { state: "invalid", text };
}
