/** What the shop's machines need of mining: product rooms do not know one another. */
import {
  countAsSold,
  fundPayouts,
  installRig,
  isMining,
  lockCover,
  mayInstall,
  readMargin,
  referenceValuesAt,
  removeRig,
  rigsOf,
  staysCovered,
  tariffAt,
} from "#mining";

export const rigMining = {
  countAsSold,
  fundPayouts,
  installRig,
  isMining,
  lockCover,
  mayInstall,
  readMargin,
  referenceValuesAt,
  removeRig,
  rigsOf,
  staysCovered,
  tariffAt,
};
