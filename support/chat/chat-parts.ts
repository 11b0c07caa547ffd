/** What the chat needs beyond the rest of support: who is here. */
import type { SupportParts } from "../parts.ts";
import type { Presence } from "./presence.ts";

export interface ChatParts extends SupportParts {
  readonly presence: Presence;
}
