/**
 * The checks of `npm run verify`. Each one repeats a calculation from published figures, or
 * compares two sources. None believes the installation's own verdict. Pure.
 */
import type { z } from "zod";
import type { publicApi } from "#api/public";
import type { transparencyApi } from "#api/transparency";
import { buildSumTree, checkInclusion, rootOf, type LeafSecret, type SumNode } from "#proofs";
import { failed, notChecked, ok, type Check } from "#receipts";
import type { Transparency } from "../read-transparency.ts";
import { GENESIS_HASHES, PRACTICE_NETWORKS, type Network } from "#bitcoin";
import { PRACTICE_LABEL, utcText } from "#platform";

export type Practice = z.output<(typeof publicApi)["getPractice"]["response"]>;

/** Figures older than this are a failure, because they no longer describe the installation. */
const AGE_MS_MAX = 120_000;
/** A proof is taken every day. */
const PROOF_AGE_MS_MAX = 26 * 3_600_000;

export function checkPractice({ practice, label, network, genesisHash }: Practice): Check {
  const name = "practice statement";
  if (!practice || label !== PRACTICE_LABEL)
    return failed(name, `the label is "${label}" instead of "${PRACTICE_LABEL}"`);
  const practiceNetwork = PRACTICE_NETWORKS.find((one) => one === network);
  if (!practiceNetwork) return failed(name, `${network} is not a test network`);
  if (GENESIS_HASHES[practiceNetwork] !== genesisHash)
    return failed(name, `${genesisHash} is not the genesis block of ${network}`);
  return ok(name, `a practice platform on ${network}`);
}

/** Checks that each page shows the practice label before any script runs. */
export function checkLabels(pages: ReadonlyMap<string, string>): Check {
  const name = "practice label";
  const bare = [...pages].filter(([, html]) => !html.includes(PRACTICE_LABEL));
  return bare.length === 0
    ? ok(name, `on ${pages.size} of ${pages.size} pages`)
    : failed(name, `missing on ${bare.map(([path]) => path).join(", ")}`);
}

export function checkVerdict({ verdict, sentence, at }: Transparency, now: Date): Check {
  const name = "own verdict";
  const ageMs = now.getTime() - at.getTime();
  if (Math.abs(ageMs) > AGE_MS_MAX)
    return failed(
      name,
      `the figures are from ${utcText(at)}, but this machine's time is ${utcText(now)}`,
    );
  const text = `the installation reports: ${sentence}`;
  if (verdict === "green") return ok(name, text);
  return verdict === "red" ? failed(name, text) : notChecked(name, text);
}

export function checkTrialBalance({ ledger }: Transparency): Check {
  const name = "trial balance";
  const sum = (wanted: "BTC" | "USD") =>
    ledger.classes.reduce((total, one) => total + (one.asset === wanted ? one.balance : 0n), 0n);
  const [sats, cents] = [sum("BTC"), sum("USD")];
  if (sats !== ledger.sumSats || cents !== ledger.sumCents)
    return failed(name, `the classes sum to ${sats} sat and ${cents} cents, not to the totals`);
  if (sats !== 0n || cents !== 0n)
    return failed(name, `the balances sum to ${sats} sat and ${cents} cents instead of zero`);
  if (ledger.classes.some(({ name: one, balance }) => one.startsWith("users:") && balance < 0n))
    return failed(name, "the balances of users are negative");
  return ok(name, `${ledger.classes.length} classes of accounts sum to zero`);
}

export function checkCoins({ coins, ledger }: Transparency): Check {
  const name = "coins and ledger";
  if (!coins) return notChecked(name, "the wallet has not read a block yet");
  const { hotSats, coldSats, inFlightSats, outOfChainSats, uncreditedSats, bookedSats } = coins;
  const sum = hotSats + coldSats + inFlightSats - outOfChainSats - uncreditedSats;
  if (sum !== bookedSats)
    return failed(name, `the coins are ${sum} sat, but the ledger shows ${bookedSats} sat`);
  const chain = ledger.classes.find((one) => one.name === "chain")?.balance ?? 0n;
  if (chain !== -bookedSats)
    return failed(name, `the trial balance shows ${-chain} sat on the chain, not ${bookedSats}`);
  return ok(name, `${bookedSats} sat in the ledger and on the chain`);
}

export function checkCover({ cover }: Transparency): Check {
  const name = "obligations";
  const text = `${cover.owedSats} sat owed without a reserve, ${cover.fundsSats} sat of funds`;
  return cover.fundsSats >= cover.owedSats ? ok(name, text) : failed(name, text);
}

export type Proof = z.output<(typeof transparencyApi)["listProofs"]["response"]>["items"][number];
export type Leaf = z.output<
  (typeof transparencyApi)["listProofLeaves"]["response"]
>["items"][number];
export type OwnLeaves = z.output<(typeof transparencyApi)["getOwnLeaves"]["response"]>;

const nodeOf = ({ digest, sats }: Leaf): SumNode => ({
  digest: Buffer.from(digest, "hex"),
  sum: sats,
});
const rootNode = ({ root, sumSats }: Proof): SumNode => nodeOf({ digest: root, sats: sumSats });

/** Rebuilds the tree of the newest proof from its leaves. */
export function checkLiabilities(
  { coins }: Transparency,
  proof: Proof | undefined,
  leaves: readonly Leaf[],
  now: Date,
): Check {
  const name = "liabilities";
  if (!proof) return notChecked(name, "no proof is published yet");
  const ageMs = now.getTime() - proof.takenAt.getTime();
  if (ageMs > PROOF_AGE_MS_MAX || ageMs < -AGE_MS_MAX)
    return failed(
      name,
      `the newest proof was taken at ${utcText(proof.takenAt)}, and it is ${utcText(now)}`,
    );
  if (leaves.length !== proof.leaves)
    return failed(name, `${leaves.length} of ${proof.leaves} leaves are published`);
  let root: SumNode;
  try {
    root = rootOf(buildSumTree(leaves.map(nodeOf)));
  } catch (error) {
    if (error instanceof RangeError) return failed(name, `the leaves overflow: ${error.message}`);
    throw error;
  }
  if (root.sum !== proof.sumSats)
    return failed(name, `the leaves sum to ${root.sum} sat, not ${proof.sumSats} sat`);
  if (Buffer.from(root.digest).toString("hex") !== proof.root)
    return failed(name, "the leaves do not lead to the published root");
  if (proof.ledgerSats > proof.sumSats)
    return failed(name, "the users' balances exceed what is owed to them");
  if (coins && proof.sumSats > coins.bookedSats)
    return failed(name, `${proof.sumSats} sat are owed, and ${coins.bookedSats} sat are held`);
  const text = `${proof.sumSats} sat owed at block ${proof.height}, in ${proof.leaves} leaves`;
  return ok(name, text);
}

/** The part of the installation that only the user of the given API key can read. */
export interface OwnShare {
  /** Undefined if the installation reports that nothing was owed to the user. */
  readonly leaves: OwnLeaves | undefined;
  /** Smallest balance that the user's own statement shows around the time of the proof. */
  readonly lowestSats: bigint;
}

/** Verifies the leaves of the user whose key was given. */
export function checkOwn(share: OwnShare | undefined, proof: Proof | undefined): Check {
  const name = "your own balance";
  if (!share) return notChecked(name, "no API key was given (--key KEY)");
  if (!proof) return notChecked(name, "no proof is published yet");
  const { leaves: own, lowestSats } = share;
  if (!own)
    return lowestSats > 0n
      ? failed(name, `the proof leaves you out, but your statement shows ${lowestSats} sat`)
      : notChecked(name, "nothing was owed to you when the proof was taken");
  if (own.proof.root !== proof.root)
    return failed(name, "your leaves belong to another root than the published one");
  for (const { index, sats, path } of own.leaves) {
    const secret: LeafSecret = {
      nonce: Buffer.from(own.nonce, "hex"),
      accountNumber: BigInt(own.accountNumber),
      height: BigInt(proof.height),
      value: sats,
      index: BigInt(index),
    };
    const fault = checkInclusion(secret, path.map(nodeOf), rootNode(proof));
    if (fault) return failed(name, `leaf ${index} is not in the tree: ${fault}`);
  }
  const total = own.leaves.reduce((sum, { sats }) => sum + sats, 0n);
  if (
    total !== own.totalSats ||
    new Set(own.leaves.map(({ index }) => index)).size !== own.leaves.length
  )
    return failed(name, `your leaves sum to ${total} sat, not ${own.totalSats} sat`);
  if (total < lowestSats)
    return failed(name, `your leaves show ${total} sat, but your statement ${lowestSats} sat`);
  const text = `${total} sat in ${own.leaves.length} leaves`;
  return ok(name, `${text}, at least the ${lowestSats} sat of your statement`);
}

/** The chain as the outsider's own node shows it. */
export interface NodeView {
  readonly genesisHash: string;
  /** Hash of the node's block at the height that the installation names. Null if it has none. */
  readonly hashAtHeight: string | null;
}

export function checkNode(
  { block, network }: Transparency,
  node: NodeView | undefined,
): readonly Check[] {
  const name = "own node";
  if (!node) return [notChecked(name, "no node was given (--node URL)")];
  if (GENESIS_HASHES[network as Network] !== node.genesisHash)
    return [failed(name, `your node is not on ${network}`)];
  if (!block) return [notChecked(name, "the wallet has not read a block yet")];
  if (node.hashAtHeight === null)
    return [notChecked(name, `your node has no block ${block.height} yet`)];
  return node.hashAtHeight === block.hash
    ? [ok(name, `block ${block.height} is the same on your node`)]
    : [failed(name, `block ${block.height} is ${node.hashAtHeight} on your node`)];
}
