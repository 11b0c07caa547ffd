import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismissToast, shownToast } from "../../ui/toasts/toast-store.ts";
import { keepSetupToken, useSetupLink, useSetupToken } from "./setup-link.ts";
import { useSetupClaim } from "./use-setup-claim.ts";

const REFUSED = {
  title: "Set-up link not valid",
  detail: "This set-up link was used.",
  code: "setup_link_not_valid",
};

let claims: unknown[];
let answer: () => Response;

const claimed = vi.fn<() => void>();

function Area(props: { userId?: string }) {
  useSetupClaim(props.userId, claimed);
  return <p>{useSetupToken() ?? "no token"}</p>;
}

function area(userId?: string) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <Area {...(userId === undefined ? {} : { userId })} />
    </QueryClientProvider>
  );
}

beforeEach(() => {
  claims = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    claims.push([init.method, url, init.body]);
    return Promise.resolve(answer());
  });
});

afterEach(() => {
  cleanup();
  claimed.mockClear();
  sessionStorage.clear();
  const shown = shownToast();
  if (shown) dismissToast(shown.id);
  vi.unstubAllGlobals();
});

test("the token waits for a session, is sent once and is then deleted", async () => {
  answer = () => Response.json({ id: "ada", isAdmin: true });
  keepSetupToken("right");
  const page = render(area());
  expect(page.container.textContent).toBe("right");
  expect(claims).toEqual([]);

  page.rerender(area("ada"));
  await waitFor(() => expect(shownToast()?.title).toBe("Administrator"));
  page.rerender(area("ada"));
  expect(claims).toEqual([["POST", "/api/v1/admin-setup", '{"token":"right"}']]);
  expect(page.container.textContent).toBe("no token");
  expect(sessionStorage).toHaveLength(0);
  expect(claimed).toHaveBeenCalledOnce();
});

test("the token of a link opened while signed in is used at once", async () => {
  answer = () => Response.json(REFUSED, { status: 403 });
  const page = render(area("ada"));
  keepSetupToken("used");
  await waitFor(() => expect(shownToast()).toBeDefined());
  expect(shownToast()).toMatchObject({
    title: REFUSED.title,
    description: REFUSED.detail,
    variant: "destructive",
  });
  expect(claims).toHaveLength(1);
  await waitFor(() => expect(page.container.textContent).toBe("no token"));
  expect(claimed).not.toHaveBeenCalled();
});

test("the token is kept for the next page if the server does not decide", async () => {
  answer = () => Response.json({ title: "Not available right now" }, { status: 503 });
  keepSetupToken("right");
  const page = render(area("ada"));
  await waitFor(() => expect(shownToast()?.title).toBe("Not available right now"));
  expect(page.container.textContent).toBe("right");
});

test("the token is removed from the URL at once, even on an open page", () => {
  function Page() {
    useSetupLink();
    return <p>{useSetupToken()}</p>;
  }
  const places = history.length;
  history.replaceState(null, "", "/register?redirect=%2Fforex#setup=first");
  const page = render(<Page />);
  expect(location.href).not.toContain("first");
  expect(location.search).toBe("?redirect=%2Fforex");
  expect(page.container.textContent).toBe("first");
  history.replaceState(null, "", "/register#setup=second");
  act(() => void dispatchEvent(new Event("hashchange")));
  expect(location.hash).toBe("");
  expect(page.container.textContent).toBe("second");
  expect(history.length).toBe(places);
});
