/** What other rooms keep about a person: it stands in the way of a deletion, or goes with the person. */
import type { DatabaseTransaction } from "#platform";

export interface KeptElsewhere {
  /** What the person still has, in words; empty when nothing. */
  readonly belongingsOf: (tx: DatabaseTransaction, userId: string) => Promise<readonly string[]>;
  /** Deletes what other rooms keep about the person. */
  readonly forget: (tx: DatabaseTransaction, userId: string) => Promise<void>;
}
