/** A route's component that loads on demand, with the name of the chunk it is in. */
import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";

/**
 * `name` is that of the component and of its file. `scripts/prerender.ts` reads it from the route
 * and writes into the page's HTML which files to load together with the entry.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return { component: lazyRouteComponent(load, name), staticData: { chunk: name } };
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly chunk?: string;
  }
}
