/**
 * Renders pages to HTML at build time. Imported only by scripts/prerender.ts. The HTML contains
 * neither user data nor a session.
 */
import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import { createQueryClient } from "../data/api/query-client.ts";
import { createAppRouter } from "./routes.tsx";
import { servedPages, type ServedPage } from "./served-pages.ts";
import { LoadingShell } from "./shell/LoadingShell.tsx";
import { PracticeStrip } from "./shell/PracticeStrip.tsx";

/** Returns the HTML of the page at this path, to be hydrated by the browser. */
export async function renderPage(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(<App router={router} queryClient={createQueryClient()} />);
}

/** Returns the HTML for the first paint of every signed-in page. The app then replaces it. */
export function renderShell(): string {
  const history = createMemoryHistory({ initialEntries: ["/"] });
  return renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <RouterContextProvider router={createAppRouter(history)}>
        <PracticeStrip />
        <LoadingShell />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
}

export function allPages(): ServedPage[] {
  return servedPages(createAppRouter(createMemoryHistory({ initialEntries: ["/"] })));
}
