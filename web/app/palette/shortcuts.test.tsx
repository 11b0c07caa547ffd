import { beforeEach, expect, test } from "vitest";
import { shortcutReader } from "./shortcuts.ts";

let hasDialog = false;
let now = 0;
let read = shortcutReader(() => hasDialog);

beforeEach(() => {
  hasDialog = false;
  read = shortcutReader(() => hasDialog);
});

function press(key: string, more: Partial<Parameters<typeof read>[0]> = {}) {
  now += 100;
  return read({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isComposing: false,
    target: document.body,
    timeStamp: now,
    ...more,
  });
}

function element(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild ?? document.body;
}

test("g and a letter open a page even if typed in capitals", () => {
  expect(press("g")).toBeUndefined();
  expect(press("d")).toEqual({ kind: "go", key: "d" });
  press("G");
  expect(press("W")).toEqual({ kind: "go", key: "w" });
  expect(press("w")).toBeUndefined();
});

test("g waits for its second key for one and a half seconds", () => {
  press("g");
  now += 1390;
  expect(press("d")).toEqual({ kind: "go", key: "d" });
  press("g");
  now += 1410;
  expect(press("d")).toBeUndefined();
});

test("/ opens the search and ? opens the help", () => {
  expect(press("/")).toEqual({ kind: "search" });
  expect(press("k", { ctrlKey: true })).toEqual({ kind: "search" });
  expect(press("k", { metaKey: true })).toEqual({ kind: "search" });
  expect(press("?")).toEqual({ kind: "help" });
  expect(press("f", { ctrlKey: true })).toBeUndefined();
});

test.each(["<input>", "<textarea></textarea>", "<select></select>", "<p contenteditable></p>"])(
  "keys typed in %s trigger no shortcut",
  (html) => {
    const target = element(html);
    expect(press("?", { target })).toBeUndefined();
    expect(press("/", { target })).toBeUndefined();
    press("g", { target });
    expect(press("d", { target })).toBeUndefined();
    expect(press("k", { target, ctrlKey: true })).toEqual({ kind: "search" });
  },
);

test("shortcuts are off while a dialog is open", () => {
  hasDialog = true;
  expect(press("?")).toBeUndefined();
  expect(press("k", { ctrlKey: true })).toBeUndefined();
  press("g");
  expect(press("d")).toBeUndefined();
});

test("Ctrl + K opens the search even if single-letter shortcuts are off", () => {
  read = shortcutReader(
    () => hasDialog,
    (key) => key === "b",
    () => false,
  );
  for (const key of ["?", "/", "b"]) expect(press(key)).toBeUndefined();
  press("g");
  expect(press("d")).toBeUndefined();
  expect(press("k", { ctrlKey: true })).toEqual({ kind: "search" });
});

test("keys of the current page take precedence over the search shortcut", () => {
  read = shortcutReader(
    () => hasDialog,
    (key) => ["b", "/", "ArrowUp"].includes(key),
  );
  expect(press("b")).toEqual({ kind: "page", key: "b" });
  expect(press("B")).toEqual({ kind: "page", key: "b" });
  expect(press("/")).toEqual({ kind: "page", key: "/" });
  expect(press("ArrowUp")).toEqual({ kind: "page", key: "ArrowUp" });
  press("g");
  expect(press("b")).toEqual({ kind: "go", key: "b" });
  expect(press("b", { target: element("<input>") })).toBeUndefined();
  expect(press("b", { ctrlKey: true })).toBeUndefined();
  hasDialog = true;
  expect(press("b")).toBeUndefined();
});
