import { afterEach, expect, test, vi } from "vitest";
import { followTheme, themeChoice } from "./theme.ts";

let stop = () => {};

/** A system that prefers light or dark, and can change its mind. */
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

test("follows the system, also when it changes", () => {
  const change = fakeSystem(true);
  stop = followTheme();
  expect(shown()).toBe("light");
  change(false);
  expect(shown()).toBe("dark");
});

test("a fixed theme is stored and stays when the system changes", () => {
  const change = fakeSystem(true);
  stop = followTheme();
  themeChoice.set("dark");
  expect(shown()).toBe("dark");
  change(false);
  change(true);
  expect(shown()).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
});

test("takes over what another tab chose", () => {
  fakeSystem(false);
  stop = followTheme();
  window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "light" }));
  expect(shown()).toBe("light");
});

test("the browser's frame takes the colour of the theme that is shown", () => {
  document.head.innerHTML = '<meta name="theme-color" content="#0b0c0a">';
  fakeSystem(false);
  stop = followTheme();
  const colour = () => document.querySelector<HTMLMetaElement>("meta")?.content;
  expect(colour()).toBe("#0b0c0a");
  themeChoice.set("light");
  expect(colour()).toBe("#e7e8e3");
});
