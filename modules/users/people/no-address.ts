/**
 * What stands in the place of an address for who has none: a domain that takes no mail, whoever
 * asks (RFC 2606). Nobody signs in, signs up or asks for a message with it.
 */
const DOMAIN = "@no-address.invalid";

export function noAddressOf(userId: string): string {
  return `${userId}${DOMAIN}`;
}

export function isNoAddress(email: string): boolean {
  return email.endsWith(DOMAIN);
}

/** As it is shown, and as Supabase Auth says it: empty for who has none. */
export function shownAddress(email: string): string {
  return isNoAddress(email) ? "" : email;
}
