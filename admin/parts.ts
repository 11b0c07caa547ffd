/** What the back office needs from outside. */
import type { UsersParts } from "#users";

export interface AdminParts extends UsersParts {
  /** The node's newest block; null when it does not answer. */
  readonly nodeHeight: () => Promise<number | null>;
}
