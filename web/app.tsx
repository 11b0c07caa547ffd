/** The whole app around the router: server state and the one toast. Also rendered by the prerenderer. */
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import type { AppRouter } from "./routes.tsx";
import { useIsHydrated } from "./use-is-hydrated.ts";

const Toaster = lazy(async () => ({ default: (await import("./ui/Toaster.tsx")).Toaster }));

export function App(props: { router: AppRouter; queryClient: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={props.queryClient}>
        <RouterProvider router={props.router} />
        <ToastArea />
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Not part of prerendered pages: the toast library writes style attributes, which the policy forbids in HTML. */
function ToastArea() {
  if (!useIsHydrated()) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
