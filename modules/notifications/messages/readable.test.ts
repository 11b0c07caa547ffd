import { expect, test } from "vitest";
import { readable } from "./readable.ts";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test("a message shows a readable time and browser name", () => {
  expect(
    readable({ at: "2026-11-21T11:05:01.474Z", device: CHROME, reason: "2026-11-21T11:05:01Z" }),
  ).toEqual({
    at: "21 Nov 2026, 11:05:01 UTC",
    device: "Chrome on Linux",
    reason: "2026-11-21T11:05:01Z",
  });
});

test("an invalid time is shown unchanged", () => {
  expect(readable({ at: "soon" })).toEqual({ at: "soon" });
  expect(readable({ ip: "127.0.0.1" })).toEqual({ ip: "127.0.0.1" });
});

test.each(["http://evil.test/win", "Win at evil.test/x", "evil。中国", "+1 (900) 555-0199", "a@b"])(
  "a User-Agent with an advertisement is shown as an unknown device: %s",
  (device) => {
    expect(readable({ device })).toEqual({ device: "Unknown device" });
  },
);

test.each(["python-requests/2.31.0", "okhttp/4.12.0", "Miner of Ada"])(
  "a program is shown with the name from its User-Agent: %s",
  (device) => {
    expect(readable({ device })).toEqual({ device });
  },
);
