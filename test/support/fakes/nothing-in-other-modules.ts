/** Provides dependencies according to which other modules store no data about a user. */
import type { DeletionRules } from "#users";

export const nothingElsewhere: DeletionRules = {
  deletionBlockersOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
