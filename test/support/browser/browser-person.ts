/**
 * Brings a person who signed up over HTTP into the browser, so that not every browser test goes
 * through the forms.
 */
import type { Person } from "../people/person.ts";
import type { VisitorOptions } from "./browser.ts";

export type SignedInStorage = NonNullable<VisitorOptions["storage"]>;

/**
 * Browser storage in which this person is signed in: the session under the key of the official
 * client.
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
