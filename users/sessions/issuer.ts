/** `iss` of access tokens: the address that the sign-in service of an installation has. */
export function issuerOf({ siteUrl }: { readonly siteUrl: string }): string {
  return `${siteUrl}/auth/v1`;
}
