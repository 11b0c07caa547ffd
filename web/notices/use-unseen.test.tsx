import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { unseenCount, useUnseen } from "./use-unseen.ts";

const SEEN = Date.parse("2026-11-21T12:00:00Z");
const message = (sentAt: string, readAt: string | null = null) => ({ sentAt, readAt });

beforeEach(() => localStorage.clear());

test("what came after the list was last open counts, once", () => {
  const notices = [{ at: SEEN + 1 }, { at: SEEN }, { at: SEEN - 1 }];
  const messages = [message("2026-11-21T12:00:01Z"), message("2026-11-21T11:59:59Z")];
  expect(unseenCount(notices, messages, SEEN)).toBe(2);
});

test("a message that was read does not count", () => {
  expect(unseenCount([], [message("2026-11-21T13:00:00Z", "2026-11-21T13:01:00Z")], SEEN)).toBe(0);
});

test("what one person has seen is new to the next", () => {
  const messages = [message("2026-11-21T12:00:01Z")];
  const { result, rerender } = renderHook(({ userId }) => useUnseen(userId, messages), {
    initialProps: { userId: "ada" },
  });
  act(() => result.current.markSeen());
  expect(result.current.count).toBe(0);
  rerender({ userId: "bob" });
  expect(result.current.count).toBe(1);
  rerender({ userId: "ada" });
  expect(result.current.count).toBe(0);
  const { result: later } = renderHook(() => useUnseen("ada", messages));
  expect(later.current.count).toBe(0);
});
