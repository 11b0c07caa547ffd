/** A user for whom other modules store nothing. */
import type { DeletionRules } from "#users";

export const nothingElsewhere: DeletionRules = {
  deletionBlockersOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
