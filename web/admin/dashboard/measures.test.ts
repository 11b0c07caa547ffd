import { expect, test } from "vitest";
import { bytesText, secondsText } from "./measures.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [12_345_678, "12.3 MB"],
  [5e15, "5000.0 TB"],
])("%i bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [3_599, "59 min"],
  [86_399, "23 h"],
  [172_800, "2 d"],
])("%i seconds are %s", (seconds, text) => expect(secondsText(seconds)).toBe(text));
