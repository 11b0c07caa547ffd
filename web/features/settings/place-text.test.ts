import { expect, test } from "vitest";
import { methodText } from "./method-text.ts";
import { placeText } from "./place-text.ts";

test.each([
  ["127.0.0.1", "This computer"],
  ["::1", "This computer"],
  ["::ffff:127.0.0.1", "This computer"],
  ["192.168.1.20", "Local network"],
  ["10.0.0.7", "Local network"],
  ["172.31.0.1", "Local network"],
  ["::ffff:10.0.0.7", "Local network"],
  ["fd12:3456::1", "Local network"],
  ["fe80::1", "Local network"],
  ["172.32.0.1", "Unknown"],
  ["203.0.113.7", "Unknown"],
  ["2001:db8::1", "Unknown"],
  ["110.0.0.1", "Unknown"],
  ["", "Unknown"],
])("the place of %s is %s", (ip, place) => {
  expect(placeText(ip)).toBe(place);
});

test.each([
  ["password", "Password"],
  ["otp", "Mailed link or code"],
  ["totp", "Authenticator code"],
  ["recovery_code", "Recovery code"],
  ["step_up", "Security check"],
  ["current_password", "Password for a change"],
  ["carrier_pigeon", "carrier_pigeon"],
])("the method %s is labelled %s", (method, text) => {
  expect(methodText(method)).toBe(text);
});
