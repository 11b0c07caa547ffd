/**
 * Tests that 10,000 random forgeries of receipts and leaf files are refused, by the product's
 * checker and by an independent one.
 */
import { expect, test } from "vitest";
import { checkInclusion, type SumNode } from "#proofs";
import { alter, placesIn } from "../../test/support/inputs/alter-json.ts";
import { pseudoRandom } from "../../test/support/inputs/pseudo-random.ts";
import { isIncluded } from "../../test/support/money/inclusion-oracle.ts";
import { madeLeafFile, type MadeLeafFile } from "../../test/support/money/made-leaf-file.ts";
import {
  canonical,
  madeReceipt,
  SCRIPT,
  signed,
  VKEY,
  type MadeReceipt,
} from "../../test/support/money/made-receipt.ts";
import { isReceiptTrue } from "../../test/support/money/receipt-oracle.ts";
import { newestSeed } from "../../test/support/seeds.ts";
import { checkFile, type KnownSite } from "./check-file.ts";

/** Number of forged receipts, and also of forged leaf files. */
const FORGERIES = 5_000;
const WAIT_MS = 180_000;

const receipt = madeReceipt();
const leafFile = madeLeafFile();
const site: KnownSite = {
  installation: {
    network: "regtest",
    log: VKEY,
  },
};

/** Returns whether the product's checker finds an error. */
function isRefused(forged: unknown, known: KnownSite): boolean {
  const result = checkFile(JSON.stringify(forged), known);
  return result.state === "refused" || result.checks.some(({ state }) => state === "failed");
}

/** The verdict of the independent checker. */
function oracle(forged: MadeReceipt): boolean {
  const { signature: _signature, ...content } = forged;
  return isReceiptTrue(forged, { scriptHex: SCRIPT, vkey: VKEY, signed: canonical(content) });
}

test.each(newestSeed)(
  `both checkers refuse ${FORGERIES} forged receipts (seed %i)`,
  (seed) => {
    const random = pseudoRandom(seed);
    const places = placesIn(receipt);
    for (let round = 0; round < FORGERIES; round += 1) {
      const forged = structuredClone(receipt);
      const place = places[Math.floor(random() * places.length)] ?? [];
      const name = place.join(".");
      alter(forged, place, random);
      // Half of the forgeries are signed by the operator.
      const isSigned = round % 2 === 1 && !UNPROVEN.test(name);
      const sent = isSigned ? signed(forged) : forged;
      if (isSigned && name === "signature") continue;
      expect(isRefused(sent, site), `round ${round}: ${name}`).toBe(true);
      expect(oracle(sent) && isSameSite(sent), `round ${round}: ${name}`).toBe(false);
    }
  },
  WAIT_MS,
);

test.each(newestSeed)(`both checkers refuse ${FORGERIES} forged leaf files (seed %i)`, (seed) => {
  const random = pseudoRandom(seed);
  const places = placesIn(leafFile).filter((place) => !/format|version|id$/.test(place.join(".")));
  for (let round = 0; round < FORGERIES; round += 1) {
    const forged = structuredClone(leafFile);
    const place = places[Math.floor(random() * places.length)] ?? [];
    alter(forged, place, random);
    const name = place.join(".");
    expect(isRefused(forged, {}), `round ${round}: ${name}`).toBe(true);
    expect(isLeafTrue(forged), `round ${round}: ${name}`).toBe(false);
  }
});

/**
 * Fields that the signature covers, but that nothing else in the file proves. The last header is
 * one of them because on regtest, half of all bytes are a block.
 */
const UNPROVEN =
  /installation\.site|headers\.5|issuedAt|required|given|confirmationsRequired|blockHeight|^signature/;

const isSameSite = ({ format, version, kind, installation }: MadeReceipt) =>
  format === receipt.format &&
  version === 1 &&
  kind === receipt.kind &&
  installation.site === receipt.installation.site;

/** Asks the independent checker of inclusions. */
function isLeafTrue(file: MadeLeafFile): boolean {
  const { proof, nonce, accountNumber, totalSats, leaves } = file;
  const [leaf] = leaves;
  const nodeOf = ({ digest, sats }: { digest: string; sats: number }): SumNode => ({
    digest: Buffer.from(digest, "hex"),
    sum: BigInt(sats),
  });
  if (!leaf || leaf.sats !== totalSats) return false;
  const secret = {
    nonce: Buffer.from(nonce, "hex"),
    accountNumber: BigInt(accountNumber),
    height: BigInt(proof.height),
    value: BigInt(leaf.sats),
    index: BigInt(leaf.index),
  };
  const root = nodeOf({ digest: proof.root, sats: proof.sumSats });
  const path = leaf.path.map(nodeOf);
  expect(checkInclusion(secret, path, root) === undefined).toBe(isIncluded(secret, path, root));
  return isIncluded(secret, path, root);
}
