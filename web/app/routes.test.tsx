import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { demoTxId, paths } from "../ui/navigation/paths.ts";
import { createAppRouter } from "./routes.tsx";
import { servedPages } from "./served-pages.ts";

const router = createAppRouter(createMemoryHistory({ initialEntries: ["/"] }));

test("the site map", () => {
  const pages = Object.values(router.routesByPath).map((route) => route.fullPath);
  expect(pages.toSorted()).toMatchInlineSnapshot(`
    [
      "/",
      "/admin/adjustments",
      "/admin/audit",
      "/admin/dashboard",
      "/admin/operations",
      "/admin/pool",
      "/admin/security",
      "/admin/settings",
      "/admin/support",
      "/admin/treasury",
      "/admin/users",
      "/admin/users/$userId",
      "/admin/withdrawals",
      "/analytics",
      "/confirm",
      "/dashboard",
      "/deposit",
      "/forex",
      "/forex/days",
      "/forex/days/$date",
      "/forex/replays",
      "/forgot-password",
      "/hardware",
      "/history",
      "/invest",
      "/login",
      "/login/link",
      "/mailbox",
      "/mining",
      "/mining/workers/$workerId",
      "/pool",
      "/purchase-power",
      "/receipts/$kind/$id",
      "/register",
      "/reset-password",
      "/settings",
      "/settings/email",
      "/settings/keys",
      "/settings/login-history",
      "/settings/login-notifications",
      "/settings/password",
      "/settings/two-factor",
      "/staking",
      "/support",
      "/time-machine",
      "/track-transaction/$txId",
      "/transaction/$txid",
      "/transparency",
      "/try",
      "/verify",
      "/wallet",
      "/withdraw",
    ]
  `);
});

test("every path builder matches a route", () => {
  const links = Object.values(paths).map((path) =>
    typeof path === "function" ? path(demoTxId) : path,
  );
  const hrefs = links.map((link) => router.buildLocation(link).href);
  expect(hrefs).toMatchInlineSnapshot(`
    [
      "/",
      "/login",
      "/register",
      "/try",
      "/login/link",
      "/forgot-password",
      "/reset-password",
      "/confirm",
      "/dashboard",
      "/forex",
      "/invest",
      "/staking",
      "/purchase-power",
      "/mining",
      "/mining/workers/demo-tx",
      "/pool",
      "/transparency",
      "/verify",
      "/hardware",
      "/wallet",
      "/deposit",
      "/withdraw",
      "/withdraw?deposit=demo-tx",
      "/track-transaction/demo-tx",
      "/transaction/demo-tx",
      "/receipts/withdrawal/demo-tx",
      "/receipts/deposit/demo-tx",
      "/receipts/mining/demo-tx",
      "/receipts/fill/demo-tx",
      "/analytics",
      "/history",
      "/time-machine",
      "/forex/replays",
      "/forex/days",
      "/forex/days/demo-tx",
      "/mailbox",
      "/settings",
      "/settings/two-factor",
      "/settings/login-notifications",
      "/settings/login-history",
      "/settings/keys",
      "/settings/email",
      "/settings/password",
      "/support",
      "/admin/dashboard",
      "/admin/users",
      "/admin/users/demo-tx",
      "/admin/withdrawals",
      "/admin/adjustments",
      "/admin/treasury",
      "/admin/pool",
      "/admin/support",
      "/admin/settings",
      "/admin/audit",
      "/admin/operations",
      "/admin/security",
    ]
  `);
  for (const href of hrefs) {
    const { pathname } = new URL(href, "http://floor.test");
    expect(router.getMatchedRoutes(pathname)[2]).toBeDefined();
  }
});

test("ids in paths are escaped", () => {
  expect(router.buildLocation(paths.trackTransaction("a/b?c")).pathname).toBe(
    "/track-transaction/a%2Fb%3Fc",
  );
});

test("the server serves every path of the router", () => {
  const pages = servedPages(router);
  const routePaths = Object.values(router.routesByPath).map(({ fullPath }) => fullPath as string);
  expect(pages.map(({ path }) => path)).toEqual(
    routePaths.map((path) => path.replaceAll("$", ":")),
  );
  const isSignedIn = (path: string) => pages.find((page) => page.path === path)?.isSignedIn;
  expect(isSignedIn("/transaction/:txid")).toBe(false);
  expect(isSignedIn("/track-transaction/:txId")).toBe(true);
});

test("each page lists its own chunk and the chunks of its areas", () => {
  const chunks = Object.fromEntries(servedPages(router).map((page) => [page.path, page.chunks]));
  expect(chunks["/dashboard"]).toEqual(["AccountArea", "SignedInArea", "DashboardPage"]);
  expect(chunks["/admin/users"]).toEqual([
    "AccountArea",
    "AdminArea",
    "SecondFactorArea",
    "PeoplePage",
  ]);
  expect(Object.values(chunks)).not.toContainEqual([]);
});
