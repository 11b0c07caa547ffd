import { expect, test } from "vitest";
import { ledgerWords } from "./ledger-words.ts";

test.each([
  [{ statusCode: 0x6985 }, /^You rejected the request on the Ledger/],
  [{ statusCode: 0x5515, name: "LockedDeviceError" }, /^Unlock the Ledger/],
  [{ statusCode: 0x6e00 }, /Bitcoin Test/],
  [{ name: "TransportOpenUserCancelled" }, /^No Ledger was chosen/],
  [{ name: "DisconnectedDeviceDuringOperation" }, /unplugged/],
  [{ statusCode: 0x6f42 }, /\(0x6f42\)/],
  [new TypeError("anything"), /^The Ledger did not answer as expected\./],
  ["text", /^The Ledger did not answer as expected\./],
])("%j is shown as advice", (error, words) => {
  expect(ledgerWords(error)).toMatch(words);
});
