/** Which pages the server has to answer, taken from the router: places are written as `:txId`. */
import type { createAppRouter } from "./routes.tsx";

/** `open`: for anybody, each with a page of its own. `signedIn`: all have the same shell. */
export interface ServedPaths {
  readonly open: readonly string[];
  readonly signedIn: readonly string[];
}

const SIGNED_IN = /^\/account\/(signed-in|administration)\//;

export function servedPaths(router: ReturnType<typeof createAppRouter>): ServedPaths {
  const routes = Object.values(router.routesByPath).map(({ id, fullPath }) => ({
    isSignedIn: SIGNED_IN.test(id),
    path: fullPath.replaceAll("$", ":"),
  }));
  const pathsWith = (isSignedIn: boolean) =>
    routes.filter((route) => route.isSignedIn === isSignedIn).map(({ path }) => path);
  return { open: pathsWith(false), signedIn: pathsWith(true) };
}
