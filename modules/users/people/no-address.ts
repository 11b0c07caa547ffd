/**
 * Placeholder for users without an address, in a domain that receives no mail (RFC 2606). It cannot
 * be used to sign in, sign up or request a message.
 */
const DOMAIN = "@no-address.invalid";

export function noAddressOf(userId: string): string {
  return `${userId}${DOMAIN}`;
}

export function isNoAddress(email: string): boolean {
  return email.endsWith(DOMAIN);
}

/** The address as shown by us and by Supabase Auth. Empty for users without one. */
export function shownAddress(email: string): string {
  return isNoAddress(email) ? "" : email;
}
