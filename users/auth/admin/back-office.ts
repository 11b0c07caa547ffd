/** What the admin endpoints need of the rooms above: the audit trail, and what stands in the way of a deletion. */
import type { DatabaseTransaction } from "#platform";

export interface BackOfficeEvent {
  readonly action:
    | "user.add"
    | "user.change"
    | "user.remove_factor"
    | "user.delete"
    | "signing_key.rotate";
  /** The person's id; null when it is about nobody. */
  readonly target: string | null;
  /** Plain facts without names and addresses: the trail outlives people. */
  readonly before: Readonly<Record<string, string | boolean>>;
  readonly after: Readonly<Record<string, string | boolean>>;
  readonly at: Date;
}

export interface BackOffice {
  readonly record: (tx: DatabaseTransaction, event: BackOfficeEvent) => Promise<void>;
  /** What the person still has, in words; empty when nothing. */
  readonly belongingsOf: (tx: DatabaseTransaction, userId: string) => Promise<readonly string[]>;
  /** Deletes what other rooms keep about the person. */
  readonly forget: (tx: DatabaseTransaction, userId: string) => Promise<void>;
}
