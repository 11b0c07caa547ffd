import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toast } from "../../ui/toasts/toast-store.ts";
import { unseenCount, useUnseen } from "./use-unseen.ts";

const SEEN = Date.parse("2026-11-21T12:00:00Z");
const message = (sentAt: string, readAt: string | null = null) => ({ sentAt, readAt });

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

test("a message that arrived after the list was last open is counted", () => {
  const messages = [message("2026-11-21T12:00:01Z"), message("2026-11-21T11:59:59Z")];
  expect(unseenCount(messages, SEEN)).toBe(1);
});

test("a read message is not counted", () => {
  expect(unseenCount([message("2026-11-21T13:00:00Z", "2026-11-21T13:01:00Z")], SEEN)).toBe(0);
});

test("a toast is not counted", () => {
  act(() => toast({ title: "Invalid Amount", variant: "destructive" }));
  const { result } = renderHook(() => useUnseen("ada", []));
  expect(result.current.count).toBe(0);
});

test("messages seen by one user are new to the next user of the browser", () => {
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

test.each([-3, 3])("a browser clock that is %i hours off does not hide new messages", (hours) => {
  vi.useFakeTimers({ now: SEEN + hours * 3_600_000 });
  const seen = message("2026-11-21T11:59:00Z");
  const { result, rerender } = renderHook(({ messages }) => useUnseen("ada", messages), {
    initialProps: { messages: [seen] },
  });
  expect(result.current.count).toBe(1);
  act(() => result.current.markSeen());
  expect(result.current.count).toBe(0);
  rerender({ messages: [message("2026-11-21T12:00:01Z"), seen] });
  expect(result.current.count).toBe(1);
});

test.each([String(SEEN), `1 ${SEEN}`])("a mark stored as %s can be read", (stored) => {
  localStorage.setItem("activity-seen:ada", stored);
  const messages = [message("2026-11-21T12:00:01Z"), message("2026-11-21T11:59:59Z")];
  const { result } = renderHook(() => useUnseen("ada", messages));
  expect(result.current.count).toBe(1);
});
