/** What the chat needs of outside. */
import type { SupportDeps } from "../desk/deps.ts";

export type ChatDeps = SupportDeps;
