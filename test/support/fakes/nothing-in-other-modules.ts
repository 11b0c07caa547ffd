/** A person of whom other modules keep nothing. */
import type { DeletionRules } from "#users";

export const nothingElsewhere: DeletionRules = {
  deletionBlockersOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
