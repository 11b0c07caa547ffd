/** Lists the pages that the server must serve, as defined by the router. */
import type { createAppRouter } from "./routes.tsx";

export interface ServedPage {
  /** Path with parameters such as `:txId`. */
  readonly path: string;
  /** True if the page uses the shared prerendered shell. All other pages have their own HTML. */
  readonly isSignedIn: boolean;
  /**
   * Names of the chunks to load after the entry chunk: those of the page's areas first, then the
   * page's own chunk.
   */
  readonly chunks: readonly string[];
}

const SIGNED_IN = /^\/account\/(signed-in|administration)\//;

export function servedPages({ routesByPath }: ReturnType<typeof createAppRouter>): ServedPage[] {
  return Object.values(routesByPath).map((route) => ({
    path: route.fullPath.replaceAll("$", ":"),
    isSignedIn: SIGNED_IN.test(route.id),
    chunks: chunksOf(route),
  }));
}

interface Route {
  readonly parentRoute?: Route;
  readonly options: { readonly staticData?: { readonly chunk?: string } };
}

function chunksOf({ parentRoute, options }: Route): string[] {
  const chunk = options.staticData?.chunk;
  return [
    ...(parentRoute === undefined ? [] : chunksOf(parentRoute)),
    ...(chunk === undefined ? [] : [chunk]),
  ];
}
