import { describe, expect, test } from "vitest";
import { deviceText, isSameDeviceKind } from "./device-text.ts";

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
    "Firefox on macOS",
  ],
  ["node", "Node.js"],
  ["", "Unknown device"],
  ["a program of my own", "a program of my own"],
])("%s", (userAgent, text) => {
  expect(deviceText(userAgent)).toBe(text);
});

describe("same kind of device", () => {
  const chrome = (version: number, system = "X11; Linux x86_64") =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

  test("a different browser version is the same kind of device", () => {
    expect(isSameDeviceKind(chrome(140), chrome(141))).toBe(true);
  });

  test.each([
    ["another system", chrome(140), chrome(140, "Windows NT 10.0; Win64; x64")],
    ["another browser", chrome(140), `${chrome(140)} Edg/140.0.0.0`],
    ["a program that sends the device text itself", "Chrome on Linux", chrome(140)],
    ["another program", "a program/1.0", "a program/1.1"],
    ["a partly equal name", "Linux one", "Linux two"],
    ["an empty User-Agent", "", chrome(140)],
  ])("does not match %s", (_what, one, other) => {
    expect(isSameDeviceKind(one, other)).toBe(false);
    expect(isSameDeviceKind(other, one)).toBe(false);
  });
});
