/** Tests the site URLs at which passkeys can work, and the relying party id for each URL. */
import { expect, test } from "vitest";
import { relyingPartyOf } from "./relying-party.ts";

test.each([
  ["http://127.0.0.1:3000", "localhost", "http://localhost:3000"],
  ["http://0.0.0.0:3000", "localhost", "http://localhost:3000"],
  ["http://[::1]:3000", "localhost", "http://localhost:3000"],
  ["http://localhost", "localhost", "http://localhost"],
  ["http://floor.localhost:8080", "floor.localhost", "http://floor.localhost:8080"],
  ["https://floor.example", "floor.example", "https://floor.example"],
  ["https://floor.example:8443", "floor.example", "https://floor.example:8443"],
])("passkeys at %s have the relying party id %s and the origin %s", (siteUrl, id, origin) => {
  expect(relyingPartyOf(siteUrl)).toEqual({ id, origin });
});

test.each([
  "https://192.0.2.7",
  "http://192.0.2.7:3000",
  "https://[2001:db8::7]",
  "http://floor.example",
])("passkeys cannot work at %s", (siteUrl) => {
  expect(relyingPartyOf(siteUrl)).toBeUndefined();
});
