/** The products of the house, at whose Forex desk nothing has a price yet. */
import { openHouse } from "../../server/house.ts";

export const house = openHouse(
  { valuedAt: () => Promise.resolve(undefined) },
  { raiseWaitHours: 24 },
);
