/**
 * Placeholder addresses for users without an address, in a domain that receives no e-mail (RFC
 * 2606). A placeholder cannot be used to sign in, sign up or request a message.
 */
const DOMAIN = "@no-address.invalid";

export function noAddressOf(userId: string): string {
  return `${userId}${DOMAIN}`;
}

export function isNoAddress(email: string): boolean {
  return email.endsWith(DOMAIN);
}

/**
 * Returns the address for display, in the same form as Supabase Auth. Empty for users without an
 * address.
 */
export function shownAddress(email: string): string {
  return isNoAddress(email) ? "" : email;
}
