/** A person of whom other rooms keep nothing. */
import type { KeptElsewhere } from "#users";

export const nothingElsewhere: KeptElsewhere = {
  blockingAssetsOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
