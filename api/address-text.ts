/**
 * Spellings of a Bitcoin address, for browser and server. Neither function validates an address.
 */

/**
 * The spelling under which addresses are compared. SegWit addresses are the same in capitals (QR
 * codes use them) and in small letters; the stored spelling is lower case.
 */
export function addressText(typed: string): string {
  const text = typed.trim();
  const isCapitals = /^(bcrt1|tb1)/i.test(text) && text === text.toUpperCase();
  return isCapitals ? text.toLowerCase() : text;
}

/** The address in a BIP21 link such as `bitcoin:bcrt1q...?amount=0.1`; other texts stay. */
export function withoutBitcoinScheme(text: string): string {
  const [, address] = /^bitcoin:(?:\/\/)?([^?#]*)/i.exec(text.trim()) ?? [];
  return address ?? text;
}

/** Refusal of a BIP21 link in a field that takes an address alone. */
export const ADDRESS_ONLY_TEXT = "Paste only the address after bitcoin:, without what follows a ?.";

export function isBitcoinLink(text: string): boolean {
  return /^\s*bitcoin:/i.test(text);
}
