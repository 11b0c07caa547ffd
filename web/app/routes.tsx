/**
 * The route tree with all pages of the app. Pages are loaded on demand. All code in this file and
 * in routes/, except lazy components, is part of the entry bundle. Therefore, `AccountArea` loads
 * the sign-in code. `scripts/prerender.ts` renders the public pages and the signed-in shell from
 * this tree.
 */
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { adminPages } from "./routes/admin-pages.ts";
import { account, administration, root, signedIn } from "./routes/areas.ts";
import { lazyPage } from "./routes/lazy-page.ts";
import { openPages } from "./routes/open-pages.ts";
import { signInPages } from "./routes/sign-in-pages.ts";
import { signedInPages } from "./routes/signed-in-pages.ts";

const landing = createRoute({
  getParentRoute: () => root,
  path: "/",
  ...lazyPage(() => import("../landing/LandingPage.tsx"), "LandingPage"),
});

const routeTree = root.addChildren([
  landing,
  account.addChildren([
    ...signInPages,
    ...openPages,
    signedIn.addChildren(signedInPages),
    administration.addChildren(adminPages),
  ]),
]);

/**
 * Creates the router. `history` is set only for prerendering, which needs no scroll restoration.
 */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    defaultPreload: "intent",
    defaultErrorComponent: lazyRouteComponent(() => import("./errors/ErrorPage.tsx"), "ErrorPage"),
    scrollRestoration: history === undefined,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
