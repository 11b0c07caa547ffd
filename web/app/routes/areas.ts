/** Areas of the site. Each area loads its shell and its guard before any of its pages. */
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../errors/NotFoundPage.tsx";
import { Frame } from "../shell/Frame.tsx";
import { lazyPage } from "./lazy-page.ts";

export const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage });

/** Routes of pages that need to know the signed-in user. */
export const account = createRoute({
  getParentRoute: () => root,
  id: "account",
  ...lazyPage(() => import("../shell/AccountArea.tsx"), "AccountArea"),
});

/** Login-required pages in the shell with the sidebar. */
export const signedIn = createRoute({
  getParentRoute: () => account,
  id: "signed-in",
  ...lazyPage(() => import("../shell/SignedInArea.tsx"), "SignedInArea"),
});

/**
 * Routes of the administrators' pages in their own shell. All pages except the dashboard are below
 * `proven`.
 */
export const administration = createRoute({
  getParentRoute: () => account,
  id: "administration",
  ...lazyPage(() => import("../shell/AdminArea.tsx"), "AdminArea"),
});

/** Routes of administrators' pages that show a user's data or change something. */
export const proven = createRoute({
  getParentRoute: () => administration,
  id: "proven",
  ...lazyPage(() => import("../../admin/second-factor/SecondFactorArea.tsx"), "SecondFactorArea"),
});
