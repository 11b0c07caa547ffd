/**
 * Provides an `fc.string` unit in which every Unicode character is equally likely. fast-check also
 * inserts longer strings, which the unit splits into characters. fast-check's own unit "binary"
 * first builds a table of a million characters, which takes a second per test file.
 */
import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const CHARACTERS = 0x110000 - SURROGATES;

export const anyCharacter = fc
  .integer({ min: 0, max: CHARACTERS - 1 })
  .map(
    (place) => String.fromCodePoint(place < SURROGATES_FROM ? place : place + SURROGATES),
    placeOf,
  );

/**
 * Returns a character's position. Throws if the text is not exactly one character, as fast-check
 * requires.
 */
function placeOf(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || text !== String.fromCodePoint(code) || isSurrogate(code))
    throw new Error("not one character");
  return code < SURROGATES_FROM ? code : code - SURROGATES;
}

function isSurrogate(code: number): boolean {
  return code >= SURROGATES_FROM && code < SURROGATES_FROM + SURROGATES;
}
