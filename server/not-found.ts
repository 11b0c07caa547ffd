/**
 * Responds to requests that match no route. The response states whether the path accepts other
 * methods (RFC 9110, 15.5.6), the page is missing, or the path is unknown. The sign-in service
 * handles unknown routes below its own path.
 */
import type { FastifyInstance } from "fastify";
import { sendProblem } from "./problem.ts";

/**
 * Installs the handler. `routes` are written as `GET /api/v1/transactions/:txId`. Routes may be
 * added until the first request.
 */
export function answerTheRest(
  app: FastifyInstance,
  { routes, pageFile }: { readonly routes: readonly string[]; readonly pageFile: string },
): void {
  let addresses: readonly Address[] | undefined;
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    addresses ??= addressesOf(routes);
    const parts = url.replace(/\?.*/s, "").split("/");
    const methods = new Set(
      addresses.filter((address) => leadsTo(address, parts)).map((address) => address.method),
    );
    // The path accepts the method, but no resource matched, for example because a parameter is too
    // long.
    if (methods.size > 0 && !methods.has(method)) {
      reply.header("allow", [...methods].toSorted().join(", "));
      return sendProblem(request, reply, {
        title: "Method not allowed",
        status: 405,
        detail: `This address does not take ${method}.`,
        code: "method_not_allowed",
      });
    }
    const page = method === "GET" ? pageWithoutSlash(url) : undefined;
    if (
      page &&
      addresses.some((address) => address.method === "GET" && leadsTo(address, page.parts))
    )
      return reply.header("cache-control", "no-cache").redirect(page.target, 308);
    const wantsPage = method === "GET" && (request.headers.accept ?? "").includes("text/html");
    if (wantsPage && !NO_PAGES.test(url)) return reply.code(404).sendFile(pageFile);
    return sendProblem(request, reply, {
      title: "Not found",
      status: 404,
      detail: "There is nothing at this address.",
      code: "not_found",
    });
  });
}

const NO_PAGES = /^\/(api|auth)\//;

/** Returns the page's path without trailing slashes. Keeps the query string. */
function pageWithoutSlash(
  url: string,
): { readonly parts: readonly string[]; readonly target: string } | undefined {
  const [, path, search = ""] = /^(\/[^?]*[^/?])\/+(\?.*)?$/s.exec(url) ?? [];
  if (path === undefined || NO_PAGES.test(url)) return undefined;
  return { parts: path.split("/"), target: path + search };
}

interface Address {
  readonly method: string;
  /** Path segments. A segment that starts with a colon is a parameter. */
  readonly parts: readonly string[];
}

/**
 * Returns the paths and their methods. Omits wildcard routes, because they serve files, for which
 * no other methods exist.
 */
function addressesOf(routes: readonly string[]): readonly Address[] {
  return routes
    .filter((route) => !route.includes("*") && !route.includes(" /auth/"))
    .map((route) => {
      const [method = "", path = ""] = route.split(" ");
      return { method, parts: path.split("/") };
    });
}

function leadsTo(address: Address, parts: readonly string[]): boolean {
  return (
    address.parts.length === parts.length &&
    address.parts.every((part, index) => part.startsWith(":") || part === parts[index])
  );
}
