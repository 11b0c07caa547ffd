/**
 * Signs a user in to the browser without the sign-up form. The user has signed up over HTTP, so
 * most browser tests can skip the form.
 */
import type { Person } from "../people/person.ts";
import type { VisitorOptions } from "./browser.ts";

export type SignedInStorage = NonNullable<VisitorOptions["storage"]>;

/**
 * Returns browser storage in which this user is signed in. The session is stored under the official
 * client's key.
 */
export async function storageOf(url: string, person: Person): Promise<SignedInStorage> {
  const { data } = await person.auth.getSession();
  const { hostname, origin } = new URL(url);
  const key = `sb-${hostname.split(".")[0]}-auth-token`;
  return {
    cookies: [],
    origins: [{ origin, localStorage: [{ name: key, value: JSON.stringify(data.session) }] }],
  };
}
