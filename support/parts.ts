/** The outside things support works with; a use case names the ones it needs. */
import type { DatabaseTransaction } from "#platform";
import type { UsersParts } from "#users";

export type SupportParts = Pick<UsersParts, "database" | "clock" | "bus" | "limits">;

/** What an administrator answered, for a trail that support does not know; part of the answer's transaction. */
export type RecordAnswer = (
  tx: DatabaseTransaction,
  answer: {
    readonly actor: string;
    /** Null: a visitor's conversation. */
    readonly target: string | null;
    /** Id of the ticket or conversation. */
    readonly about: string;
    readonly text: string;
    readonly at: Date;
  },
) => Promise<unknown>;

export interface DeskParts extends SupportParts {
  readonly recordAnswer: RecordAnswer;
}
