/**
 * Placeholder for users without an address, in a domain that receives no e-mail (RFC 2606). It
 * cannot be used to sign in, sign up or request a message.
 */
const DOMAIN = "@no-address.invalid";

export function noAddressOf(userId: string): string {
  return `${userId}${DOMAIN}`;
}

export function isNoAddress(email: string): boolean {
  return email.endsWith(DOMAIN);
}

/**
 * Returns the address in the form shown to users, which Supabase Auth also uses. Empty for users
 * without an address.
 */
export function shownAddress(email: string): string {
  return isNoAddress(email) ? "" : email;
}
