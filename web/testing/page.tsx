/**
 * Renders a page without a browser, with the app's router, cache and notices. A fake server returns
 * the test's responses.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { createQueryClient } from "../data/api/query-client.ts";
import { createAppRouter } from "../app/routes.tsx";
import { dismissToast, shownToast } from "../ui/toasts/toast-store.ts";

export interface ServerRequest {
  /** Method and path without the query, such as `GET /api/v1/wallet`. */
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Idempotency key of a payment. Null if the request has none. */
  readonly key: string | null;
  readonly bearer: string | null;
}

export interface FakeServer {
  readonly requests: readonly ServerRequest[];
  /** Sets a route's response from now on. Requests to a route without a response fail. */
  answer(route: string, answer: (request: ServerRequest) => Response | Promise<Response>): void;
}

/**
 * Creates a new server for each test and removes the page after it. Call this at the top of a test
 * file.
 */
export function fakeServer(): FakeServer {
  const answers = new Map<string, (request: ServerRequest) => Response | Promise<Response>>();
  const requests: ServerRequest[] = [];
  beforeEach(() => {
    answers.clear();
    requests.length = 0;
    vi.stubGlobal("fetch", async (path: string, { method, body, headers }: RequestInit) => {
      const { pathname, searchParams } = new URL(path, "http://localhost");
      const one = {
        route: `${method} ${pathname}`,
        query: Object.fromEntries(searchParams),
        body: typeof body === "string" ? (JSON.parse(body) as unknown) : (body ?? undefined),
        key: new Headers(headers).get("idempotency-key"),
        bearer: new Headers(headers).get("authorization"),
      };
      requests.push(one);
      const answer = answers.get(one.route);
      if (!answer) throw new TypeError(`no answer to ${one.route}`);
      return answer(one);
    });
  });
  afterEach(() => {
    cleanup();
    const shown = shownToast();
    if (shown) dismissToast(shown.id);
    vi.unstubAllGlobals();
  });
  return { requests, answer: (route, answer) => void answers.set(route, answer) };
}

export function renderPage(page: ReactElement): void {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/"] }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterContextProvider router={router}>{page}</RouterContextProvider>
    </QueryClientProvider>,
  );
}
