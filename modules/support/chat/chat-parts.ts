/** What the chat needs of outside. */
import type { SupportParts } from "../desk/parts.ts";

export type ChatParts = SupportParts;
