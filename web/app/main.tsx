/**
 * Entry point of the browser app. Hydrates a prerendered page only after its route has been loaded,
 * to prevent flicker.
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
 * Callers must not await this function at the top level. Pages import from this file's chunk, so a
 * top-level await would block those imports forever.
 */
async function start(root: Element): Promise<void> {
  followTheme();
  followTranslation();
  const isShell = document.documentElement.dataset["page"] === "shell";
  await Promise.all([router.load(), isShell ? beginSignedIn() : undefined]);
  takeOverPresses();
  // A transition renders in slices, so that the browser can handle clicks and keys in between. The
  // signed-in shell and the error page are shared by many routes, so they are replaced instead of
  // hydrated.
  if (document.documentElement.dataset["page"] === "public") hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/**
 * Starts a signed-in page, which requires the session. Uses the stored session if it is valid.
 * Otherwise, loads the auth client, which finds or renews the session, in parallel with the page.
 */
async function beginSignedIn(): Promise<void> {
  const [{ authClient }, { beginWithStoredSession, begunSession }] = await Promise.all([
    import("../session/auth/client.ts"),
    import("../session/auth/follow-session.ts"),
  ]);
  beginWithStoredSession(queryClient);
  // The page also reads the session and shows the same error.
  if (begunSession() === undefined) authClient().catch(() => {});
}

if (container !== null) void start(container);
