import { describe, expect, test } from "vitest";
import { createLineReader } from "./connection.ts";
import { isOtherProtocol } from "./messages.ts";

const TEXT = `{"id":1,"method":"ü"}\n{"a":"𝄞"}\r\n\n  \nlast\n`;
const LINES = [`{"id":1,"method":"ü"}`, `{"a":"𝄞"}\r`, "last"];

describe("lines of a byte stream", () => {
  test("a line is complete even if a packet boundary splits a character", () => {
    const bytes = Buffer.from(TEXT);
    for (let size = 1; size <= bytes.length; size += 1) {
      const reader = createLineReader();
      const lines: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        lines.push(...(reader.push(bytes.subarray(at, at + size), 1_000) ?? ["too long"]));
      expect(lines).toEqual(LINES);
    }
  });

  test("a packet with several lines may exceed the line limit", () => {
    const bytes = Buffer.from(`${"x".repeat(10)}\n`.repeat(1_000));
    expect(createLineReader().push(bytes, 10)).toHaveLength(1_000);
    expect(createLineReader().push(bytes, 9)).toBeUndefined();
  });

  test("an endless line is rejected at the limit even if sent byte by byte", () => {
    const reader = createLineReader();
    for (let count = 0; count < 1_024; count += 1)
      expect(reader.push(Buffer.from("x"), 1_024)).toEqual([]);
    expect(reader.push(Buffer.from("x"), 1_024)).toBeUndefined();
  });
});

test.each([
  ["TLS hello", Buffer.from("16030100", "hex"), true],
  ["HTTP", Buffer.from("GET / HTTP/1.1\r\n"), true],
  ["HTTP with a body", Buffer.from("POST /x HTTP/1.0\r\n"), true],
  ["Stratum", Buffer.from(`{"id":1,"method":"GET / HTTP/1.1"}`), false],
])("other protocols are recognized: %s", (_name, bytes, isOther) => {
  expect(isOtherProtocol(bytes)).toBe(isOther);
});
