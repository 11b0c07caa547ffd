/** Dependencies that report a user for whom other modules store no data. */
import type { DeletionRules } from "#users";

export const nothingElsewhere: DeletionRules = {
  deletionBlockersOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
