/** Names that are derived: of the same cause always the same, whichever way it is told. */
import { expect, test } from "vitest";
import { derivedUuid, newId } from "./ids.ts";

test("an id with its prefix derives the uuids of the uuid behind it", () => {
  const id = newId("wdr");
  const [, uuid = ""] = id.split("_");
  expect(derivedUuid(id, "payout")).toBe(derivedUuid(uuid, "payout"));
  expect(derivedUuid(id, "payout")).not.toBe(derivedUuid(id, "fee"));
});
