/** What the chat needs of outside. */
import type { DeskParts } from "../parts.ts";

export type ChatParts = DeskParts;
