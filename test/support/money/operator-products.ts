/**
 * Creates the platform's products for tests, with a Forex desk that has no prices yet, publicly
 * known wallet keys, and an opening date in the distant past.
 */
import { openOperatorProducts } from "../../../server/products.ts";
import { testAccount } from "../../../modules/wallet/testing/plant-sent.ts";

export const operator = {
  ...openOperatorProducts({ valuedAt: () => Promise.resolve(undefined) }, { raiseWaitHours: 24 }),
  account: testAccount,
  openedAt: new Date(0),
};
