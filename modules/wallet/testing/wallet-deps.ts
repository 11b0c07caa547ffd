/** Dependencies of a test wallet, except its database, data folder and node. */
import { createBus, openMasterKey, silentLog, systemClock } from "#platform";
import { defaultLimits } from "#users";
import { noAccrued, noEarnings } from "../../../test/support/money/no-earnings.ts";

export function walletDeps(dataDir: string) {
  return {
    dataDir,
    secondFactor: {
      limits: defaultLimits,
      masterKey: openMasterKey(dataDir),
      relyingParty: undefined,
    },
    bus: createBus(),
    clock: systemClock,
    log: silentLog,
    blockSeconds: 10,
    withdrawalsPerHourMax: 1_000_000,
    raiseWaitHours: 0,
    treasury: { products: [] },
    settleEarnings: noEarnings,
    accrued: noAccrued,
  };
}
