/** Normalises Bitcoin addresses for browser and server. Neither function validates the address. */

/**
 * Returns the spelling that is compared and stored. SegWit addresses are case-insensitive (QR codes
 * use upper case), so they become lower case.
 */
export function addressText(typed: string): string {
  const text = typed.trim();
  const isCapitals = /^(bcrt1|tb1)/i.test(text) && text === text.toUpperCase();
  return isCapitals ? text.toLowerCase() : text;
}

/**
 * Returns the address of a BIP21 link such as `bitcoin:bcrt1q...?amount=0.1`. Other texts are
 * returned unchanged.
 */
export function withoutBitcoinScheme(text: string): string {
  const [, address] = /^bitcoin:(?:\/\/)?([^?#]*)/i.exec(text.trim()) ?? [];
  return address ?? text;
}

/** Shown if a user enters a BIP21 link in a field that takes only an address. */
export const ADDRESS_ONLY_TEXT = "Paste only the address after bitcoin:, up to the question mark.";

export function isBitcoinLink(text: string): boolean {
  return /^\s*bitcoin:/i.test(text);
}
