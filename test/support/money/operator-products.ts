/**
 * The products of the house, at whose Forex desk nothing has a price yet, and a wallet's keys that
 * everybody knows; it has been open for ever.
 */
import { openOperatorProducts } from "../../../server/products.ts";
import { testAccount } from "../../../modules/wallet/testing/plant-sent.ts";

export const operator = {
  ...openOperatorProducts({ valuedAt: () => Promise.resolve(undefined) }, { raiseWaitHours: 24 }),
  account: testAccount,
  openedAt: new Date(0),
};
