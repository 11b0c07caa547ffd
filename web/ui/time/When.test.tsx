import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { When } from "./When.tsx";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test("a time with a UTC offset other than the current one shows its zone", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  vi.useFakeTimers({ now: new Date("2026-12-01T12:00:00Z"), toFake: ["Date"] });
  const times = ["2026-07-15T12:00:00Z", "2026-11-15T12:00:00Z", "2026-12-01T11:00:00Z"];
  const { container } = render(times.map((at) => <When key={at} at={at} />));
  expect([...container.children].map(({ textContent }) => textContent)).toEqual([
    "15 Jul, 14:00 UTC+2",
    "15 Nov, 13:00",
    "12:00:00",
  ]);
});
