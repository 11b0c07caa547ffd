import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../data/api/api-error.ts";
import { Loaded } from "./Loaded.tsx";

afterEach(cleanup);

const failure = new ApiError({
  title: "Database Unreachable",
  text: "Try again soon.",
  code: "outage",
  status: 503,
  requestId: "req-123",
});
const query = (change: object) => ({
  data: undefined,
  error: null,
  failureReason: null,
  isError: false,
  dataUpdatedAt: 0,
  refetch: vi.fn<() => void>(),
  ...change,
});

test("a failed first load shows the error and Retry", () => {
  const failing = query({ failureReason: failure });
  render(<Loaded query={failing}>{() => "content"}</Loaded>);
  expect(screen.getByRole("alert").textContent).toContain("Database Unreachable");
  expect(screen.getByText("request req-123")).toBeTruthy();
  screen.getByRole("button", { name: "Retry" }).click();
  expect(failing.refetch).toHaveBeenCalledOnce();
});

test("content that could not be refreshed stays visible and is marked as stale", () => {
  render(
    <Loaded query={query({ data: "0.01 BTC", isError: true, error: failure })}>
      {(text) => text}
    </Loaded>,
  );
  expect(screen.getByText(/0\.01 BTC/)).toBeTruthy();
  expect(screen.getByText(/Stale since/)).toBeTruthy();
});
