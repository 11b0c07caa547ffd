/**
 * Entry of the browser app. Hydrates the prerendered page after its route has loaded, to avoid
 * flicker.
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
 * Not awaited at the top level. Pages import from this file's chunk and would wait for it forever.
 */
async function start(root: Element): Promise<void> {
  followTheme();
  followTranslation();
  const isShell = document.documentElement.dataset["page"] === "shell";
  await Promise.all([router.load(), isShell ? beginSignedIn() : undefined]);
  takeOverPresses();
  // A transition renders in slices, so clicks and keys are handled in between. The signed-in shell
  // and the error page are shared by many routes, so they are replaced instead of hydrated.
  if (document.documentElement.dataset["page"] === "public") hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/**
 * Starts a signed-in page, which needs the session first. Uses the stored session. If there is
 * none, or it must be renewed, the auth client loads in parallel with the page.
 */
async function beginSignedIn(): Promise<void> {
  const [{ authClient }, { beginWithStoredSession, begunSession }] = await Promise.all([
    import("../session/auth/client.ts"),
    import("../session/auth/follow-session.ts"),
  ]);
  beginWithStoredSession(queryClient);
  // The page that reads the session will get the same error and show it.
  if (begunSession() === undefined) authClient().catch(() => {});
}

if (container !== null) void start(container);
