/** A person of whom other modules keep nothing. */
import type { KeptElsewhere } from "#users";

export const nothingElsewhere: KeptElsewhere = {
  blockingAssetsOf: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
