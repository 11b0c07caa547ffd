import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toaster } from "../../../ui/toasts/Toaster.tsx";
import { shownToast } from "../../../ui/toasts/toast-store.ts";
import { BackupPhrase } from "./BackupPhrase.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("Backup Phrase shows only a warning, for exactly ten seconds", async () => {
  render(
    <>
      <BackupPhrase />
      <Toaster />
    </>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Backup Phrase" }));
  expect(shownToast()).toMatchObject({
    title: "Security Warning",
    description:
      "A real app would never show your phrase here. This is for demo only. Never share your seed phrase!",
    variant: "destructive",
    duration: 10_000,
  });
  await pass(9_999);
  expect(shownToast()).toBeDefined();
  await pass(1);
  expect(shownToast()).toBeUndefined();
});
