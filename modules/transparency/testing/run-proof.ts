/** Takes a proof in a child process that a test kills at a failpoint (FAILPOINTS). */
import { openDatabase, openMasterKey, systemClock } from "#platform";
import { operator } from "../../../test/support/money/operator-products.ts";
import { takeProof } from "../proofs/take-proof.ts";

const [, , applicationUrl = "", dataDir = ""] = process.argv;

await takeProof({
  database: openDatabase(applicationUrl, { connectionsMax: 2 }),
  clock: systemClock,
  masterKey: openMasterKey(dataDir),
  treasury: operator.treasury,
  siteUrl: "http://floor.test",
  network: "regtest",
});
