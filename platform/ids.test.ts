/**
 * Tests derived ids: the same cause always results in the same id, in whatever form the cause is
 * written.
 */
import { expect, test } from "vitest";
import { derivedUuid, isUuid, newId, newUuid } from "./ids.ts";

test("a prefixed id and its plain UUID derive the same UUIDs", () => {
  const id = newId("wdr");
  const [, uuid = ""] = id.split("_");
  expect(derivedUuid(id, "payout")).toBe(derivedUuid(uuid, "payout"));
  expect(derivedUuid(id, "payout")).not.toBe(derivedUuid(id, "fee"));
});

// Ids that the first version derived. They must never change, because they are ids of transfers.
test.each([
  ["0190f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f", "0190f3c2-a1b2-7dd5-b28f-9e1cab619e0d"],
  ["0190F3C2-A1B2-7C3D-8E4F-5A6B7C8D9E0F", "0190f3c2-a1b2-7658-a6f2-5ca588ed636e"],
  ["wdr_0190f3c2a1b27c3d8e4f5a6b7c8d9e0f", "0190f3c2-a1b2-7266-b765-268a87bfb825"],
  ["00000000-0001-7000-8000-000000000000", "00000000-0001-7e36-87cd-1aa362f2beb8"],
])("%s derives the same id as in earlier versions", (seed, derived) => {
  expect(derivedUuid(seed, "fee")).toBe(derived);
});

test("deriving from text without a UUID fails", () => {
  expect(() => derivedUuid("somebody", "fee")).toThrow(RangeError);
});

test("new UUIDs are unique, of version 7, and contain the given time", () => {
  const uuids = Array.from({ length: 1_000 }, () => newUuid(new Date(1)));
  expect(uuids.every((uuid) => isUuid(uuid) && /^00000000-0001-7.{3}-[89ab]/.test(uuid))).toBe(
    true,
  );
  expect(new Set(uuids).size).toBe(1_000);
});
