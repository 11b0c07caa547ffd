/** Components around the router: server state and toasts. Also used by the prerenderer. */
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense, useEffect, useSyncExternalStore } from "react";
import { repeatEarlyPress } from "./early-press.ts";
import type { AppRouter } from "./routes.tsx";
import { shownToast, subscribeToToasts } from "../ui/toasts/toast-store.ts";

const Toaster = lazy(async () => ({ default: (await import("../ui/toasts/Toaster.tsx")).Toaster }));

export function App(props: { router: AppRouter; queryClient: QueryClient }) {
  useEffect(repeatEarlyPress, []);
  return (
    <StrictMode>
      <QueryClientProvider client={props.queryClient}>
        <RouterProvider router={props.router} />
        <ToastArea />
      </QueryClientProvider>
    </StrictMode>
  );
}

/**
 * Renders toasts. The toast library is loaded with the first toast, or in advance on signed-in
 * pages. Prerendered pages omit the library, because it writes style attributes, which the content
 * security policy forbids in HTML.
 */
function ToastArea() {
  const hasToast = useSyncExternalStore(
    subscribeToToasts,
    () => shownToast() !== undefined,
    () => false,
  );
  if (!hasToast) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
