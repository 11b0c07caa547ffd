/**
 * Entry of the browser app: takes over the prerendered page once its route is loaded, so that
 * nothing blinks.
 */
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { takeOverPresses } from "./early-press.ts";
import { followTheme } from "../ui/preferences/theme.ts";
import { createQueryClient } from "../data/api/query-client.ts";
import { createAppRouter } from "./routes.tsx";
import { followTranslation } from "./translated-text.ts";

const router = createAppRouter();
const queryClient = createQueryClient();
const app = <App router={router} queryClient={queryClient} />;
const container = document.querySelector("#root");

/**
 * Not awaited at the top level: pages import parts of this file's chunk and would wait for it
 * forever.
 */
async function start(root: Element): Promise<void> {
  followTheme();
  followTranslation();
  const isShell = document.documentElement.dataset["page"] === "shell";
  await Promise.all([router.load(), isShell ? beginSignedIn() : undefined]);
  takeOverPresses();
  // A transition renders in slices, so clicks and keys are handled in between.
  // One file holds the shell of all signed-in routes, and one the error page. They are replaced,
  // not hydrated.
  if (document.documentElement.dataset["page"] === "public") hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/**
 * A signed-in page needs the session before anything else: it begins with the one that is stored;
 * without one, or with one to be renewed, the client loads beside the page, not after it.
 */
async function beginSignedIn(): Promise<void> {
  const [{ authClient }, { beginWithStoredSession, begunSession }] = await Promise.all([
    import("../session/auth/client.ts"),
    import("../session/auth/follow-session.ts"),
  ]);
  beginWithStoredSession(queryClient);
  // A failure is met again, and shown, by the page that follows the session.
  if (begunSession() === undefined) authClient().catch(() => {});
}

if (container !== null) void start(container);
