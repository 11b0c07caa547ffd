/** Areas of the site. The shell and the guard of an area are loaded before its pages. */
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../errors/NotFoundPage.tsx";
import { Frame } from "../shell/Frame.tsx";
import { lazyPage } from "./lazy-page.ts";

export const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage });

/** Parent route of pages that need to know the signed-in user. */
export const account = createRoute({
  getParentRoute: () => root,
  id: "account",
  ...lazyPage(() => import("../shell/AccountArea.tsx"), "AccountArea"),
});

/** Parent route of login-required pages, which are shown in the shell with the sidebar. */
export const signedIn = createRoute({
  getParentRoute: () => account,
  id: "signed-in",
  ...lazyPage(() => import("../shell/SignedInArea.tsx"), "SignedInArea"),
});

/**
 * Parent route of the administrators' pages, which have their own shell. All of them except the
 * dashboard are below `proven`.
 */
export const administration = createRoute({
  getParentRoute: () => account,
  id: "administration",
  ...lazyPage(() => import("../shell/AdminArea.tsx"), "AdminArea"),
});

/** Parent route of administrators' pages that show user data or change something. */
export const proven = createRoute({
  getParentRoute: () => administration,
  id: "proven",
  ...lazyPage(() => import("../../admin/second-factor/SecondFactorArea.tsx"), "SecondFactorArea"),
});
