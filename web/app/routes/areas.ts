/** The areas that the pages of the app lie in: what each loads before any page of it. */
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../errors/NotFoundPage.tsx";
import { Frame } from "../shell/Frame.tsx";
import { lazyPage } from "./lazy-page.ts";

export const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage });

/** Pages that know who is signed in. */
export const account = createRoute({
  getParentRoute: () => root,
  id: "account",
  ...lazyPage(() => import("../shell/AccountArea.tsx"), "AccountArea"),
});

/** Login-required pages, in the shell with the sidebar. */
export const signedIn = createRoute({
  getParentRoute: () => account,
  id: "signed-in",
  ...lazyPage(() => import("../shell/SignedInArea.tsx"), "SignedInArea"),
});

/** Administrators' pages, in a shell of their own: `proven` but for the one with figures alone. */
export const administration = createRoute({
  getParentRoute: () => account,
  id: "administration",
  ...lazyPage(() => import("../shell/AdminArea.tsx"), "AdminArea"),
});

/** Those that show a person or change something. */
export const proven = createRoute({
  getParentRoute: () => administration,
  id: "proven",
  ...lazyPage(() => import("../../admin/second-factor/SecondFactorArea.tsx"), "SecondFactorArea"),
});
