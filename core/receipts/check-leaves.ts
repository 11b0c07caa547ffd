/** Checks the leaf file that "Check mine" saves: one user's leaves of a proof. Pure. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { checkInclusion, type InclusionFault, type SumNode } from "#proofs";
import { failed, notChecked, ok, type Check } from "./check.ts";
import { HASH, Malformed, type JsonReader } from "./json-reader.ts";

export const LEAVES_FORMAT = "hashfloor-leaves";
export const LEAVES_VERSION = 1;

export interface LeafFile {
  readonly proof: {
    readonly id: string;
    readonly height: number;
    readonly root: string;
    readonly sumSats: number;
  };
  readonly nonce: string;
  readonly accountNumber: number;
  readonly totalSats: number;
  readonly leaves: readonly {
    readonly index: number;
    readonly sats: number;
    readonly path: readonly { readonly digest: string; readonly sats: number }[];
  }[];
}

/** A published root, which every visitor sees. */
export interface PublishedRoot {
  readonly id: string;
  readonly root: string;
}

const LEAVES_MAX = 64;
const PATH_MAX = 64;

const FAULTS: Readonly<Record<InclusionFault, string>> = {
  "out of range": "a sum is negative, or 2^63 or more",
  "wrong index": "its position is outside the tree",
  "wrong sum": "the sums on its path do not lead to the total",
  "wrong root": "its path does not lead to the root",
};

export function readLeafFile(reader: JsonReader): LeafFile {
  const proof = reader.object("proof");
  return {
    proof: {
      id: proof.text("id"),
      height: proof.count("height"),
      root: proof.text("root", HASH),
      sumSats: readSum(proof, "sumSats"),
    },
    nonce: reader.text("nonce", HASH),
    accountNumber: reader.count("accountNumber"),
    totalSats: readSum(reader, "totalSats"),
    leaves: reader.list("leaves", LEAVES_MAX).map((leaf) => ({
      index: leaf.count("index"),
      sats: readSum(leaf, "sats"),
      path: leaf.list("path", PATH_MAX).map(readNode),
    })),
  };
}

/** A tree of sums without digests commits to nothing: each user could be shown other sums. */
function readNode(node: JsonReader) {
  if (!node.has("digest"))
    throw new Malformed("The path contains sums without digests, which prove nothing.");
  return { digest: node.text("digest", HASH), sats: readSum(node, "sats") };
}

function readSum(reader: JsonReader, name: string): number {
  const sum = reader.raw(name);
  if (typeof sum === "number" && sum < 0) throw new Malformed(`${name} is negative.`);
  if (typeof sum === "number" && sum > Number.MAX_SAFE_INTEGER)
    throw new Malformed(`${name} is larger than any amount of bitcoin.`);
  return reader.count(name);
}

/** `published` contains the roots that the page has read, or is undefined if it has read none. */
export function checkLeaves(
  file: LeafFile,
  published: readonly PublishedRoot[] | undefined,
): Check[] {
  return [checkPaths(file), checkTotal(file), checkRoot(file, published)];
}

function checkPaths({ proof, nonce, accountNumber, leaves }: LeafFile): Check {
  const name = "leaves";
  if (leaves.length === 0) return failed(name, "the file contains no leaf");
  for (const { index, sats, path } of leaves) {
    const secret = {
      nonce: hexToBytes(nonce),
      accountNumber: BigInt(accountNumber),
      height: BigInt(proof.height),
      value: BigInt(sats),
      index: BigInt(index),
    };
    const root = nodeOf({ digest: proof.root, sats: proof.sumSats });
    const fault = checkInclusion(secret, path.map(nodeOf), root);
    if (fault) return failed(name, `leaf ${index} is not in the tree: ${FAULTS[fault]}`);
  }
  if (new Set(leaves.map(({ index }) => index)).size < leaves.length)
    return failed(name, "a leaf is listed twice");
  return ok(name, `${leaves.length} leaves lead to the root ${proof.root}`);
}

function checkTotal({ leaves, totalSats, proof }: LeafFile): Check {
  const name = "amount";
  const total = leaves.reduce((sum, { sats }) => sum + BigInt(sats), 0n);
  if (total !== BigInt(totalSats))
    return failed(name, `the leaves sum to ${total} sat, not ${totalSats} sat`);
  return ok(name, `${total} sat of ${proof.sumSats} sat owed at block ${proof.height}`);
}

function checkRoot({ proof }: LeafFile, published: readonly PublishedRoot[] | undefined): Check {
  const name = "published root";
  const same = published?.find(({ id }) => id === proof.id);
  if (published === undefined)
    return notChecked(name, "the published roots have not been read here");
  if (!same) return notChecked(name, "the roots that this page has read do not include this proof");
  return same.root === proof.root
    ? ok(name, "every visitor sees this root")
    : failed(name, `the published root of this proof is ${same.root}`);
}

function nodeOf({ digest, sats }: { readonly digest: string; readonly sats: number }): SumNode {
  return { digest: hexToBytes(digest), sum: BigInt(sats) };
}
