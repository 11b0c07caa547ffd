/**
 * Entry point of the prerendered landing page, built by `scripts/landing-bundle.ts`. Hydrates only
 * the page's islands, which takes about half of the app's code. The full app is loaded at the first
 * click that needs it, and then replaces the page.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { createQueryClient } from "../data/api/query-client.ts";
import { rememberChatAsked, takeChatAsked } from "../features/chat/reopen-chat.ts";
import { ChatOpener } from "../features/chat/ChatOpener.tsx";
import { storedVisitorToken } from "../features/chat/visitor-key.ts";
import { repeatEarlyPress, takeOverPresses } from "./early-press.ts";
import { Claims } from "../landing/Claims.tsx";
import { HangingResults } from "../landing/HangingResults.tsx";
import { LedgerTape } from "../landing/LedgerTape.tsx";
import { MiningSection } from "../landing/MiningSection.tsx";
import { RealWithdrawals } from "../landing/RealWithdrawals.tsx";
import { followTheme } from "../ui/preferences/theme.ts";
import { Announced } from "./shell/Announced.tsx";
import { PracticeStrip } from "./shell/PracticeStrip.tsx";
import { followTranslation } from "./translated-text.ts";
import { ThemeButton } from "../ui/controls/ThemeButton.tsx";

/** Components of the islands by name. Interactive islands are hydrated first. */
const PARTS: Readonly<Record<string, ReactNode>> = {
  theme: <ThemeButton />,
  chat: <ChatOpener load={openChat} />,
  results: <HangingResults />,
  tape: <LedgerTape />,
  mining: <MiningSection />,
  claims: <Claims />,
  withdrawals: <RealWithdrawals />,
  announced: <Announced />,
  strip: <PracticeStrip />,
};
const LINK_EVENTS = ["pointerover", "focusin", "touchstart"] as const;

/**
 * URLs of the app's entry file and its static imports, written to the page by scripts/prerender.ts.
 */
const [entry = "", ...files] = (document.documentElement.dataset["app"] ?? "").split(" ");
const queryClient = createQueryClient();
const awake: Root[] = [];
let isChatAsked = false;
let hasFailed = false;

wake();

function wake(): void {
  const stopTheme = followTheme();
  const stopTranslation = followTranslation();
  for (const kind of LINK_EVENTS) addEventListener(kind, fetchAhead, { passive: true });
  for (const [name, part] of Object.entries(PARTS)) {
    const island = document.querySelector(`[data-island=${name}]`);
    if (island === null) continue;
    const whole = <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>;
    awake.push(hydrateRoot(island, whole));
  }
  takeOverPresses();
  repeatEarlyPress();
  addEventListener("app", () => {
    stopTheme();
    stopTranslation();
    whenTheAppHasDrawn(giveWay);
  });
  isChatAsked = takeChatAsked();
  // Load the app for visitors with a chat, because only the app announces answers.
  if (isChatAsked || storedVisitorToken() !== undefined) void loadApp();
}

async function loadApp(): Promise<void> {
  await import(/* @vite-ignore */ entry);
}

async function openChat(): Promise<void> {
  if (hasFailed) return loadAgain();
  isChatAsked = true;
  try {
    await loadApp();
  } catch (failure) {
    hasFailed = true;
    throw failure;
  }
}

/**
 * Reloads the page once all files can be fetched, because a failed import keeps failing until the
 * page is reloaded.
 */
async function loadAgain(): Promise<void> {
  await Promise.all([entry, ...files].map((file) => fetch(file, { cache: "no-cache" })));
  rememberChatAsked();
  location.reload();
}

function whenTheAppHasDrawn(then: () => void): void {
  const root = document.querySelector("#root");
  if (root === null) return;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    then();
  });
  observer.observe(root, { childList: true });
}

function giveWay(): void {
  for (const part of awake) part.unmount();
  queryClient.clear();
  if (isChatAsked) document.querySelector<HTMLButtonElement>(".chat-button")?.click();
}

/**
 * Preloads the app when the pointer is over a link, because the user will probably click the link.
 */
function fetchAhead({ target }: Event): void {
  if (!(target instanceof Element) || target.closest('a[href^="/"], .chat-button') === null) return;
  for (const kind of LINK_EVENTS) removeEventListener(kind, fetchAhead);
  for (const file of [entry, ...files]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = file;
    document.head.append(link);
  }
}
