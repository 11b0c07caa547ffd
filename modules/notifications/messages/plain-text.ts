/**
 * Anybody can sign up with anybody's address, choose a name and sign in with a User-Agent of their
 * own: what they choose must not carry an advertisement or a link to that address. Mail readers
 * make links and numbers to call out of bare text.
 */
const LENGTH_MAX = 60;
const LINE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;
const ADDRESS = /:\/\/|www[.。．｡]|[.。．｡]\p{L}{2,}|@/iu;
const PHONE_NUMBER = /(?:\p{Nd}[\s().-]*){7}/u;

export function isPlain(words: string): boolean {
  return (
    words.length <= LENGTH_MAX &&
    ![LINE, ADDRESS, PHONE_NUMBER].some((pattern) => pattern.test(words))
  );
}
