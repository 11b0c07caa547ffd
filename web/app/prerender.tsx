/**
 * Renders pages to HTML at build time. Only scripts/prerender.ts imports this. The pages contain no
 * data and no session.
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

/** The page at this path, as the browser will hydrate it. */
export async function renderPage(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(<App router={router} queryClient={createQueryClient()} />);
}

/** First paint of every signed-in page. The app replaces it. */
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
