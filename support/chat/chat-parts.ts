/** What the chat needs of outside. */
import type { SupportParts } from "../parts.ts";

export type ChatParts = SupportParts;
