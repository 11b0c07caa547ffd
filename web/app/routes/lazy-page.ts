/** A route component that is loaded on demand and exposes the name of its chunk. */
import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";

/**
 * `name` is the name of both the component and its file. `scripts/prerender.ts` reads it from the
 * route and lists the files to preload in the page's HTML.
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
