/** Tests the log's formats and proofs with published vectors of other implementations. */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { hex } from "@scure/base";
import { expect, test } from "vitest";
import { pseudoRandom } from "../../test/support/inputs/pseudo-random.ts";
import {
  hasLeaf,
  isCheckpointOf,
  onlyGrew,
  rootOfBodies,
} from "../../test/support/money/log-oracle.ts";
import { formatCheckpoint, formatLogProof, parseCheckpoint, parseLogProof } from "./checkpoint.ts";
import {
  cosign,
  formatVkey,
  LOG_KEY,
  parseNote,
  parseVkey,
  publicKeyOf,
  signNote,
  verifyNote,
  WITNESS_KEY,
} from "./signed-note.ts";
import { packEntries, parseTilePath, tilePath, tilesOf, unpackEntries } from "./tiles.ts";
import { transferLeaf } from "./transfer-leaf.ts";
import {
  completedBy,
  completeNodes,
  consistencyOf,
  hashLeaf,
  inclusionOf,
  inclusionRanges,
  isConsistent,
  isIncluded,
  isSame,
  joinHashes,
  rootOfLeaves,
  type Hash,
} from "./tree.ts";

/** The test tree of google/certificate-transparency: bodies in hex, and the root of each size. */
const BODIES = "|00|10|2021|3031|40414243|5051525354555657|606162636465666768696a6b6c6d6e6f".split(
  "|",
);
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const bodiesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => utf8ToBytes(`leaf ${index}`));

test("the roots are those of the certificate transparency test tree", () => {
  const hashes = BODIES.map((body) => hashLeaf(hex.decode(body)));
  for (const [index, root] of ROOTS.entries())
    expect(hex.encode(rootOfLeaves(hashes.slice(0, index + 1)))).toBe(root);
});

test("proofs of every leaf and size up to 40 verify, and agree with another checker", () => {
  const bodies = bodiesOf(40);
  const hashes = bodies.map(hashLeaf);
  for (let size = 1; size <= bodies.length; size += 1) {
    const all = hashes.slice(0, size);
    const head = { size, root: rootOfLeaves(all) };
    expect(head.root).toEqual(rootOfBodies(bodies.slice(0, size)));
    for (let index = 0; index < size; index += 1) {
      const path = inclusionOf(all, index);
      const leafHash = hashes[index] ?? new Uint8Array();
      expect(isIncluded({ index, leafHash, path }, head)).toBe(true);
      expect(hasLeaf({ index, leafHash, path }, head)).toBe(true);
      const old = { size: index + 1, root: rootOfLeaves(hashes.slice(0, index + 1)) };
      const proof = consistencyOf(all, index + 1);
      expect(isConsistent(proof, old, head)).toBe(true);
      expect(onlyGrew(proof, old, head)).toBe(true);
    }
  }
});

test("complete nodes give the same hashes as whole trees", () => {
  const hashes = bodiesOf(300).map(hashLeaf);
  const nodes = new Map<string, Hash>();
  for (const [index, hash] of hashes.entries()) {
    nodes.set(`0/${index}`, hash);
    for (const { level, index: at } of completedBy(index)) {
      const [left, right] = [
        nodes.get(`${level - 1}/${2 * at}`),
        nodes.get(`${level - 1}/${2 * at + 1}`),
      ];
      if (!left || !right) throw new Error("a child is missing");
      nodes.set(`${level}/${at}`, rootOfLeaves([left, right]));
    }
  }
  const join = (from: number, to: number) =>
    joinHashes(
      completeNodes({ from, to }).map(({ level, index }) => {
        const hash = nodes.get(`${level}/${index}`);
        if (!hash) throw new Error(`node ${level}/${index} is missing`);
        return hash;
      }),
    );
  for (const size of [1, 2, 3, 255, 256, 257, 300]) {
    expect(join(0, size)).toEqual(rootOfLeaves(hashes.slice(0, size)));
    for (const index of [0, size - 1, size >> 1])
      expect(inclusionRanges(index, size).map(({ from, to }) => join(from, to))).toEqual(
        inclusionOf(hashes.slice(0, size), index),
      );
  }
});

/** Changes a proof in one of the ways that a forger has. */
function forge<P extends { path: Hash[]; index: number; size: number; hash: Hash; root: Hash }>(
  proof: P,
  below: (limit: number) => number,
): P {
  const flip = (hash: Hash) => {
    const copy = Uint8Array.from(hash);
    const at = below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
    return copy;
  };
  const path = [...proof.path];
  const place = below(Math.max(1, path.length));
  switch (below(9)) {
    case 0:
      return {
        ...proof,
        path: path.map((one, at) => (at === place ? flip(one) : one)),
        hash: path.length === 0 ? flip(proof.hash) : proof.hash,
      };
    case 1:
      return { ...proof, path: [...path, flip(proof.hash)] };
    case 2:
      return path.length === 0
        ? { ...proof, hash: flip(proof.hash) }
        : { ...proof, path: path.slice(0, -1) };
    case 3:
      return { ...proof, index: proof.index + 1 + below(5) };
    case 4:
      return { ...proof, hash: flip(proof.hash) };
    case 5:
      return { ...proof, root: flip(proof.root) };
    case 6:
      return { ...proof, path: [flip(proof.root), ...path] };
    case 7:
      return { ...proof, hash: proof.hash.slice(1) };
    default:
      return { ...proof, index: -1 - below(3) };
  }
}

test("9,000 forged proofs are refused by both checkers", () => {
  const random = pseudoRandom(56);
  const below = (limit: number) => Math.floor(random() * limit);
  const hashes = bodiesOf(70).map(hashLeaf);
  let refused = 0;
  for (let round = 0; round < 4_500; round += 1) {
    const size = 1 + below(70);
    const index = below(size);
    const all = hashes.slice(0, size);
    const root = rootOfLeaves(all);
    const hash = hashes[index] ?? new Uint8Array();
    const one = forge({ path: inclusionOf(all, index), index, size, hash, root }, below);
    const inclusion = { index: one.index, leafHash: one.hash, path: one.path };
    expect(isIncluded(inclusion, { size, root: one.root })).toBe(false);
    expect(hasLeaf(inclusion, { size, root: one.root })).toBe(false);
    const oldSize = index + 1;
    const oldRoot = rootOfLeaves(hashes.slice(0, oldSize));
    const proof = consistencyOf(all, oldSize);
    const other = forge({ path: proof, index: oldSize, size, hash: oldRoot, root }, below);
    const old = { size: other.index, root: other.hash };
    expect(isConsistent(other.path, old, { size, root: other.root })).toBe(false);
    expect(onlyGrew(other.path, old, { size, root: other.root })).toBe(false);
    refused += 2;
  }
  expect(refused).toBe(9_000);
});

test("1,000 forged checkpoints are refused by both checkers", () => {
  const random = pseudoRandom(57);
  const below = (limit: number) => Math.floor(random() * limit);
  const secretKey = new Uint8Array(32).fill(5);
  const origin = "example.com/log";
  const key = { name: origin, algorithm: LOG_KEY, publicKey: publicKeyOf(secretKey) };
  const checkpoint = { origin, size: 9, root: rootOfLeaves(bodiesOf(9).map(hashLeaf)) };
  const signed = signNote(formatCheckpoint(checkpoint), key, secretKey);
  const accepts = (text: string) => {
    const note = parseNote(text);
    const read = note && verifyNote(note, key) && parseCheckpoint(note.text);
    return read?.origin === origin && read.size === 9 && isSame(read.root, checkpoint.root);
  };
  expect(accepts(signed)).toBe(true);
  expect(isCheckpointOf(signed, key.publicKey, checkpoint)).toBe(true);
  const characters = "abAB019+/= \n—";
  for (let round = 0; round < 1_000; round += 1) {
    const at = below(signed.length);
    const other = characters[below(characters.length)] ?? "";
    const cut = round % 3 === 0 ? 1 : 0;
    const forged = signed.slice(0, at) + other + signed.slice(at + 1 - cut);
    if (forged === signed) continue;
    expect(accepts(forged)).toBe(false);
    expect(isCheckpointOf(forged, key.publicKey, checkpoint)).toBe(false);
  }
});

/** Key and notes of golang.org/x/mod/sumdb/note and of the C2SP specification. */
const NEUMANN = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const NEUMANN_NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
const FOO = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const FOO_NOTE =
  "This is an example message.\n\n" +
  "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

test.each([
  [NEUMANN, NEUMANN_NOTE],
  [FOO, FOO_NOTE],
])("a note of another implementation verifies: %s", (vkey, text) => {
  const key = parseVkey(vkey);
  const note = parseNote(text);
  if (!key || !note) throw new Error("not parsed");
  expect(formatVkey(key)).toBe(vkey);
  expect(verifyNote(note, key)).toBeDefined();
  const changed = parseNote(text.replace(/[aeo]/, "i"));
  expect(changed && verifyNote(changed, key)).toBeUndefined();
});

test("the secret key of Go's test makes the same signature", () => {
  const secret = Buffer.from("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz", "base64").subarray(1);
  const key = parseVkey(NEUMANN);
  if (!key) throw new Error("not parsed");
  expect(publicKeyOf(secret)).toEqual(key.publicKey);
  const { text = "" } = parseNote(NEUMANN_NOTE) ?? {};
  expect(signNote(text, key, secret)).toBe(NEUMANN_NOTE);
});

test("malformed keys and notes are refused", () => {
  for (const vkey of ["", "a", NEUMANN.replace("c7", "c8"), NEUMANN.slice(0, -4), `x y${NEUMANN}`])
    expect(parseVkey(vkey)).toBeUndefined();
  for (const note of [
    "",
    NEUMANN_NOTE.slice(0, -1),
    NEUMANN_NOTE.replace("\n\n", "\n"),
    NEUMANN_NOTE.replace("— ", "- "),
    `${NEUMANN_NOTE}x\n`,
    NEUMANN_NOTE.replace("If", "\u0001f"),
  ])
    expect(parseNote(note)).toBeUndefined();
});

test("a checkpoint is signed by its log and cosigned by a witness", () => {
  const secretKey = new Uint8Array(32).fill(7);
  const publicKey = publicKeyOf(secretKey);
  const log = { name: "example.com/log", algorithm: LOG_KEY, publicKey };
  const witness = { name: "example.com/witness", algorithm: WITNESS_KEY, publicKey };
  const text = "example.com/log\n3\nrra8/idLcKFPsGel5VeCZNsPqbUa9eC6FZFY8yngbnc=\n";
  const at = new Date("2026-11-29T00:00:00Z");
  const signed = signNote(text, log, secretKey) + `${cosign(text, witness, { secretKey, at })}\n`;
  const note = parseNote(signed);
  if (!note) throw new Error("not parsed");
  expect(verifyNote(note, log)).toMatchObject({ at: undefined });
  expect(verifyNote(note, witness)).toMatchObject({ at });
  const checkpoint = parseCheckpoint(note.text);
  expect(checkpoint).toMatchObject({ origin: "example.com/log", size: 3 });
  expect(hex.encode(checkpoint?.root ?? new Uint8Array())).toBe(ROOTS[2]);
  // A signature of the log is not one of the witness, even with the same key.
  expect(verifyNote({ ...note, signatures: note.signatures.slice(0, 1) }, witness)).toBeUndefined();
});

test.each([
  "\n3\nrra8/idLcKFPsGel5VeCZNsPqbUa9eC6FZFY8yngbnc=\n",
  "a\n03\nrra8/idLcKFPsGel5VeCZNsPqbUa9eC6FZFY8yngbnc=\n",
  "a\n-3\nrra8/idLcKFPsGel5VeCZNsPqbUa9eC6FZFY8yngbnc=\n",
  "a\n3\nrraqrSdLcKFPsGel5VeCZNsPqbUa9eC6FZFY8yng7g==\n",
  "a\n3\nrra8/idLcKFPsGel5VeCZNsPqbUa9eC6FZFY8yngbnc=",
])("a malformed checkpoint is refused: %j", (text) => {
  expect(parseCheckpoint(text)).toBeUndefined();
});

test("tiles have the paths of the specification", () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe("tile/0/x001/x234/067");
  expect(tilePath({ level: "entries", index: 1_234, width: 5 })).toBe("tile/entries/x001/234.p/5");
  expect(tilesOf(0, 70_000)).toHaveLength(274);
  expect(tilesOf(0, 70_000).at(-1)).toEqual({ level: 0, index: 273, width: 112 });
  expect(tilesOf(1, 70_000).at(-1)).toEqual({ level: 1, index: 1, width: 17 });
  expect(tilesOf(2, 70_000)).toEqual([{ level: 2, index: 0, width: 1 }]);
  for (const tile of [...tilesOf(0, 300_000), ...tilesOf(1, 300_000), ...tilesOf("entries", 700)])
    expect(parseTilePath(tilePath(tile))).toEqual(tile);
  for (const path of ["tile/0/1", "tile/0/x000/001", "tile/00/001", "tile/8/001", "tile/0/001.p/0"])
    expect(parseTilePath(path)).toBeUndefined();
  for (const path of ["tile/0/001.p/256", "tile/0/001.p/05", "tile/0/x001/x000/001", "tile/-1/001"])
    expect(parseTilePath(path)).toBeUndefined();
});

test("bundles of entries are read back, and a cut bundle is refused", () => {
  const bodies = [utf8ToBytes("a"), new Uint8Array(), new Uint8Array(65_535)];
  const bytes = packEntries(bodies);
  expect(unpackEntries(bytes)).toEqual(bodies);
  expect(unpackEntries(bytes.subarray(0, -1))).toBeUndefined();
  expect(() => packEntries([new Uint8Array(65_536)])).toThrow(RangeError);
});

test("a proof of inclusion is read back from its text", () => {
  const all = bodiesOf(9).map(hashLeaf);
  const proof = { index: 4, path: inclusionOf(all, 4), checkpoint: FOO_NOTE };
  const text = formatLogProof(proof);
  expect(text.split("\n").slice(0, 2)).toEqual(["c2sp.org/tlog-proof@v1", "index 4"]);
  expect(parseLogProof(text)).toEqual(proof);
  expect(parseLogProof(text.replace("index 4", "index 04"))).toBeUndefined();
  expect(parseLogProof(text.replace("v1", "v2"))).toBeUndefined();
});

test("a transfer's leaf is canonical JSON", () => {
  const leaf = transferLeaf({
    id: "0199f0a0-0000-7000-8000-000000000001",
    at: new Date("2026-11-29T00:00:00Z"),
    code: "deposit",
    kind: "plain",
    asset: "BTC",
    amount: 5n,
    debit: "chain",
    debitVersion: 2n,
    credit: "user:7",
    creditVersion: 1n,
  });
  expect(new TextDecoder().decode(leaf)).toBe(
    '{"amount":"5","asset":"BTC","at":"2026-11-29T00:00:00.000Z","code":"deposit","credit":"user:7","creditVersion":"1","debit":"chain","debitVersion":"2","id":"0199f0a0-0000-7000-8000-000000000001","kind":"plain"}',
  );
});
