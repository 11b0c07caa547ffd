/**
 * Stores signatures of the newest proof's outputs in a child process that a test kills at a
 * failpoint (FAILPOINTS). The signer is a stand-in that signs for planted scripts.
 */
import { openDatabase, systemClock } from "#platform";
import { signNewestReserves } from "../proofs/sign-reserves.ts";
import { plantedScript } from "./planted-script.ts";

const [, , applicationUrl = ""] = process.argv;

await signNewestReserves({
  database: openDatabase(applicationUrl, { connectionsMax: 1 }),
  clock: systemClock,
  signer: {
    signReserves: ({ places }) =>
      Promise.resolve({
        signatures: places.map(({ index }) => ({
          scriptHex: plantedScript(index),
          signature: "AA==",
        })),
      }),
  },
});
