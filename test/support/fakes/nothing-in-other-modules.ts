/** Provides dependencies that report no data about a user in other modules. */
import type { DeletionRules } from "#users";

export const nothingElsewhere: DeletionRules = {
  deletionBlockersOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
