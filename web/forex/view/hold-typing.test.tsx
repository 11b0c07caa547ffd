/** Keys pressed before a dialog's code is there go into its field, and nowhere else. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdTyping } from "./hold-typing.ts";

let field: HTMLInputElement;
let reached: string[];
const listen = (event: KeyboardEvent): void => void reached.push(event.key);

beforeEach(() => {
  vi.useFakeTimers();
  reached = [];
  field = document.createElement("input");
  document.body.append(field);
  document.body.addEventListener("keydown", listen);
});

afterEach(() => {
  document.body.removeEventListener("keydown", listen);
  field.remove();
  vi.useRealTimers();
});

function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = { key, bubbles: true, cancelable: true, ...more };
  return document.body.dispatchEvent(new KeyboardEvent("keydown", event));
}

test("what is typed meanwhile is in the field that has the focus then, which is told", () => {
  const inputs: string[] = [];
  field.addEventListener("input", () => inputs.push(field.value));
  const give = holdTyping();
  for (const key of "12.5") expect(press(key)).toBe(false);
  expect({ reached, value: field.value }).toEqual({ reached: [], value: "" });
  field.focus();
  give();
  expect({ reached, inputs, value: field.value }).toEqual({
    reached: [],
    inputs: ["12.5"],
    value: "12.5",
  });
});

test("it takes the place of what is selected there", () => {
  field.value = "1000";
  const give = holdTyping();
  press("7");
  field.focus();
  field.select();
  give();
  expect(field.value).toBe("7");
});

test("keys that write nothing, and those with a modifier, are the page's", () => {
  const give = holdTyping();
  for (const key of ["Escape", "Tab", "Enter"]) expect(press(key)).toBe(true);
  expect(press("r", { ctrlKey: true })).toBe(true);
  field.focus();
  give();
  expect({ reached, value: field.value }).toEqual({
    reached: ["Escape", "Tab", "Enter", "r"],
    value: "",
  });
});

test("without a field what was typed is dropped, and the keys are the page's again", () => {
  const give = holdTyping();
  press("7");
  give();
  field.focus();
  expect(press("8")).toBe(true);
  expect({ reached, value: field.value }).toEqual({ reached: ["8"], value: "" });
});

test("a dialog that does not come gives the keys back after five seconds", () => {
  holdTyping();
  press("7");
  vi.advanceTimersByTime(5_000);
  expect(press("8")).toBe(true);
  expect(reached).toEqual(["8"]);
});
