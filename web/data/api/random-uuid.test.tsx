import { afterEach, expect, test, vi } from "vitest";
import { randomUuid } from "./random-uuid.ts";

afterEach(() => vi.unstubAllGlobals());

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a page served over plain HTTP generates unique UUIDs of version 4", () => {
  const { crypto } = globalThis;
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
  vi.stubGlobal("crypto", { getRandomValues });
  const ids = Array.from({ length: 1_000 }, randomUuid);
  expect(ids.filter((id) => !VERSION_4.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(1_000);
});
