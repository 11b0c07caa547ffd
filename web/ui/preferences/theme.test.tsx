import { afterEach, expect, test, vi } from "vitest";
import { followTheme, themeChoice } from "./theme.ts";

let stop = () => {};

/** Mocks a system theme preference that can change. */
function fakeSystem(isLight: boolean) {
  const system = Object.assign(new EventTarget(), { matches: isLight });
  vi.stubGlobal("matchMedia", () => system);
  return (isLightNow: boolean) => {
    system.matches = isLightNow;
    system.dispatchEvent(new Event("change"));
  };
}

const shown = () => document.documentElement.dataset["theme"];

afterEach(() => {
  stop();
  themeChoice.set("system");
  vi.unstubAllGlobals();
});

test("the theme follows changes of the system theme", () => {
  const change = fakeSystem(true);
  stop = followTheme();
  expect(shown()).toBe("light");
  change(false);
  expect(shown()).toBe("dark");
});

test("a fixed theme ignores changes of the system theme", () => {
  const change = fakeSystem(true);
  stop = followTheme();
  themeChoice.set("dark");
  expect(shown()).toBe("dark");
  change(false);
  change(true);
  expect(shown()).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
});

test("a theme chosen in another tab is applied", () => {
  fakeSystem(false);
  stop = followTheme();
  window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "light" }));
  expect(shown()).toBe("light");
});

test("the browser frame has the colour of the current theme", () => {
  document.head.innerHTML = '<meta name="theme-color" content="#0b0c0a">';
  fakeSystem(false);
  stop = followTheme();
  const colour = () => document.querySelector<HTMLMetaElement>("meta")?.content;
  expect(colour()).toBe("#0b0c0a");
  themeChoice.set("light");
  expect(colour()).toBe("#e7e8e3");
});
