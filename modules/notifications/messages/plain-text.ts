/**
 * Checks that a text contains no link or phone number. Anyone can sign up with a stranger's address
 * and choose a name and a User-Agent, but must not be able to send that address an advertisement or
 * a link in this way. Mail programs turn even plain web addresses and phone numbers into links.
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
