/** Tests the minimum WAL position that a reader must see, and its text form. */
import { expect, test } from "vitest";
import { createMinimumPositions } from "./minimum-positions.ts";
import { positionText, readPosition } from "./wal-position.ts";

test.each([
  ["0/0", 0n],
  ["0/3021AB8", 0x3021ab8n],
  ["16/B374D848", 0x16b374d848n],
  ["FFFFFFFF/FFFFFFFF", 2n ** 64n - 1n],
])("%s", (text, position) => {
  expect(readPosition(text)).toBe(position);
  expect(positionText(position)).toBe(text);
});

test.each(["", "0", "/", "0/", "0/123456789", "0/x", " 0/1", "0/1\n0/2", "-1/0", "0x1/0"])(
  "%j is not a valid position",
  (text) => expect(readPosition(text)).toBeUndefined(),
);

test("a user's minimum is the highest of the user's and the common position", () => {
  const minimums = createMinimumPositions();
  minimums.raise("ann", 5n);
  minimums.raise("ann", 3n);
  expect([minimums.of("ann"), minimums.of("ben"), minimums.of(undefined)]).toEqual([5n, 0n, 0n]);
  minimums.raise(undefined, 4n);
  expect([minimums.of("ann"), minimums.of("ben"), minimums.of(undefined)]).toEqual([5n, 4n, 4n]);
  minimums.raise(undefined, 9n);
  expect(minimums.of("ann")).toBe(9n);
});

test("above the limit of users, a user's position applies to all users", () => {
  const minimums = createMinimumPositions(2);
  for (const [index, who] of ["ann", "ben", "cat"].entries())
    minimums.raise(who, BigInt(index + 1));
  expect([minimums.of("ann"), minimums.of("dan")]).toEqual([3n, 3n]);
});

test("after a write at an unknown position, only the primary serves reads", () => {
  const minimums = createMinimumPositions();
  minimums.raise("ann", 5n);
  minimums.lose();
  expect([minimums.of("ann"), minimums.of(undefined)]).toEqual([undefined, undefined]);
  minimums.see(8n);
  expect([minimums.of("ann"), minimums.of(undefined)]).toEqual([8n, 8n]);
  minimums.see(20n);
  expect(minimums.of("ann")).toBe(8n);
});

test("a failover to another WAL discards all known positions", () => {
  const minimums = createMinimumPositions();
  minimums.raise("ann", 50n);
  minimums.restart(7n);
  expect([minimums.of("ann"), minimums.of("ben")]).toEqual([7n, 7n]);
});
