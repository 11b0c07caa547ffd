/**
 * Checks the wallet's coins at the newest proof: every output is listed once, the owner of its
 * script signed the message that this command composes itself, and the sums cover the liabilities.
 * Pure.
 */
import { isDeepStrictEqual } from "node:util";
import { utcText } from "#platform";
import { checkReserve, reservesMessage } from "#signatures";
import { failed, notChecked, ok, type Check } from "#receipts";
import { SIGNATURE_PROBLEMS } from "../proofs/signature-problems.ts";
import type { Proof } from "./checks.ts";
import {
  outpointOf,
  type NodeOutputs,
  type Output,
  type PublishedReserves,
  type Reserves,
} from "./published-reserves.ts";

/** The signer signs within minutes. After this time, missing signatures are a failure. */
const SIGNED_MS_MAX = 3_600_000;
/** Key holders sign once a month, and then have a few days. */
const COLD_AGE_MS_MAX = 35 * 86_400_000;

const sumOf = (some: readonly { readonly sats: bigint }[]): bigint =>
  some.reduce((sum, { sats }) => sum + sats, 0n);

/** Facts that the outsider knows without the reserves. */
interface Seen {
  readonly origin: string;
  readonly network: string;
  readonly now: Date;
}

/** `published` is undefined if the newest proof has no list of outputs. */
export function checkReserves(
  published: PublishedReserves | undefined,
  proof: Proof | undefined,
  seen: Seen,
): readonly Check[] {
  if (!proof) return [notChecked("reserves", "no proof is published yet")];
  if (!published) {
    const isOld = seen.now.getTime() - proof.takenAt.getTime() > SIGNED_MS_MAX;
    // A proof of an earlier release is replaced within minutes of an update.
    const say = isOld ? failed : notChecked;
    return [say("reserves", "the newest proof has no list of outputs")];
  }
  const { reserves, outputs } = published;
  if (LOOPBACK.test(reserves.site) && !LOOPBACK.test(seen.origin))
    return [notChecked("reserves", "the installation does not know its address (SITE_URL)")];
  const sums = checkSums(published, proof, seen);
  if (sums.state === "failed") return [sums];
  const hot = outputs.filter(({ kind }) => kind === "hot");
  const cold = outputs.filter(({ kind }) => kind === "cold");
  return [sums, checkHot(reserves, hot, seen), ...checkCold(published, cold, seen)];
}

function checkSums(
  { reserves, outputs, lines }: PublishedReserves,
  proof: Proof,
  seen: Seen,
): Check {
  const name = "reserves";
  if (!isDeepStrictEqual(reserves.proof, proof))
    return failed(name, "the outputs belong to another proof than the newest one");
  if (!isSameSite(reserves.site, seen.origin))
    return failed(name, `the outputs are signed for ${reserves.site}, not for ${seen.origin}`);
  const message = messageOf(reserves, seen);
  if (message === undefined || reserves.message !== message)
    return failed(name, "the published message differs from the facts of the proof");
  if (new Set(outputs.map(outpointOf)).size !== outputs.length)
    return failed(name, "an output is listed twice");
  if (outputs.length !== reserves.outputs)
    return failed(name, `${outputs.length} of ${reserves.outputs} outputs are listed`);
  const { hotSats, coldSats, bookedSats, ...rest } = reserves.sums;
  const hot = sumOf(outputs.filter(({ kind }) => kind === "hot"));
  const cold = sumOf(outputs.filter(({ kind }) => kind === "cold"));
  if (hot !== hotSats || cold !== coldSats)
    return failed(
      name,
      `the outputs sum to ${hot} sat hot and ${cold} sat cold, not to the totals`,
    );
  if (outputs.some(({ sats }) => sats < 0n) || lines.some(({ sats }) => sats < 0n))
    return failed(name, "an output or a line has a negative amount");
  for (const term of ["inFlight", "outOfChain", "uncredited"] as const) {
    const sats = sumOf(lines.filter((line) => line.term === term));
    if (sats !== rest[`${term}Sats`])
      return failed(name, `the lines "${term}" sum to ${sats} sat, not to the total`);
  }
  const sum = hot + cold + rest.inFlightSats - rest.outOfChainSats - rest.uncreditedSats;
  if (sum !== bookedSats)
    return failed(name, `the coins are ${sum} sat, but the ledger shows ${bookedSats} sat`);
  if (bookedSats < proof.sumSats)
    return failed(name, `${proof.sumSats} sat are owed, and ${bookedSats} sat are held`);
  // No signature and no block proves that these transactions exist.
  if (bookedSats - rest.inFlightSats < proof.sumSats)
    return notChecked(
      name,
      `the outputs cover what is owed only together with ${rest.inFlightSats} sat in flight`,
    );
  return ok(name, `${outputs.length} outputs cover what is owed at block ${proof.height}`);
}

function checkHot(reserves: Reserves, outputs: readonly Output[], seen: Seen): Check {
  const name = "signed outputs";
  const unsigned = outputs.filter(({ signature }) => signature === null);
  const ageMs = seen.now.getTime() - reserves.proof.takenAt.getTime();
  if (unsigned.length > 0 && (reserves.signedAt !== null || ageMs > SIGNED_MS_MAX))
    return failed(name, `${unsigned.length} outputs of the hot wallet have no signature`);
  const message = messageOf(reserves, seen) ?? "";
  const checked = new Set<string>();
  for (const output of outputs) {
    const { scriptHex, signature } = output;
    if (signature === null) continue;
    // Outputs of one script share its signature.
    const key = `${scriptHex} ${signature}`;
    if (checked.has(key)) continue;
    checked.add(key);
    const problem = checkReserve({ scriptHex, message, signature });
    if (problem !== undefined)
      return failed(
        name,
        `the signature for ${outpointOf(output)} is not valid: ${SIGNATURE_PROBLEMS[problem]}`,
      );
  }
  if (unsigned.length > 0)
    return notChecked(name, `the signer has not signed for ${unsigned.length} outputs yet`);
  return ok(name, `${sumOf(outputs)} sat in ${outputs.length} outputs of the hot wallet`);
}

function checkCold(
  { signedProofs }: PublishedReserves,
  outputs: readonly Output[],
  seen: Seen,
): readonly Check[] {
  const name = "cold outputs";
  if (outputs.length === 0) return [];
  const signedAt: Date[] = [];
  let signedSats = 0n;
  for (const output of outputs) {
    const { scriptHex, signature, signedProofId, sats } = output;
    const signedProof = signedProofs.get(signedProofId ?? "");
    if (signature === null || !signedProof) continue;
    const message = messageOf(signedProof, seen);
    // The installation may have moved to another address since the key holders signed.
    if (message === undefined) continue;
    const problem = checkReserve({ scriptHex, message, signature });
    if (problem !== undefined)
      return [
        failed(
          name,
          `the signature for ${outpointOf(output)} is not valid: ${SIGNATURE_PROBLEMS[problem]}`,
        ),
      ];
    const { takenAt } = signedProof.proof;
    if (!isRecent(takenAt, seen.now)) continue;
    signedAt.push(takenAt);
    signedSats += sats;
  }
  const sats = sumOf(outputs);
  if (signedAt.length < outputs.length) {
    const text = `${sats - signedSats} of ${sats} sat are not signed here, and their key holders have not signed within 35 days`;
    return [notChecked(name, text)];
  }
  const oldest = signedAt.reduce((first, time) => (time < first ? time : first));
  return [ok(name, `${sats} sat, signed by their key holders since ${utcText(oldest)}`)];
}

const isRecent = (takenAt: Date, now: Date): boolean =>
  now.getTime() - takenAt.getTime() <= COLD_AGE_MS_MAX;

/**
 * Returns the proofs whose messages key holders signed, unless they are so old that they do not
 * count. The public log must contain them, because the signed message has no date.
 */
export function recentProofs(published: PublishedReserves | undefined, now: Date): Proof[] {
  const proofs = [...(published?.signedProofs.values() ?? [])].map(({ proof }) => proof);
  return proofs.filter(({ takenAt }) => isRecent(takenAt, now));
}

/** Returns undefined if the message is of another site or network, or its facts are malformed. */
function messageOf({ site, network, proof }: Reserves, seen: Seen): string | undefined {
  if (!isSameSite(site, seen.origin) || network !== seen.network) return undefined;
  const { height, blockHash, root } = proof;
  try {
    return reservesMessage({ site, network, height, blockHash, root });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Loopback addresses identify no installation, so all of them count as the same site. */
function isSameSite(site: string, origin: string): boolean {
  return site === origin || (LOOPBACK.test(site) && LOOPBACK.test(origin));
}

/** Compares the listed outputs with the outsider's own node. */
export function checkOnNode(
  published: PublishedReserves | undefined,
  node: NodeOutputs | undefined,
): readonly Check[] {
  const name = "outputs on your node";
  if (!published || !node) return [];
  const { proof } = published.reserves;
  if (node.hashAtHeight === null)
    return [notChecked(name, `your node has no block ${proof.height} yet`)];
  if (node.hashAtHeight !== proof.blockHash)
    return [failed(name, `block ${proof.height} is ${node.hashAtHeight} on your node`)];
  let missing = 0;
  for (const output of published.outputs) {
    const found = node.outputs.get(outpointOf(output));
    if (!found && !node.areSpentKnown) missing += 1;
    else if (!found)
      return [failed(name, `${outpointOf(output)} was not unspent at block ${proof.height}`)];
    else if (found.height > proof.height)
      return [failed(name, `${outpointOf(output)} is from block ${found.height}, after the proof`)];
    else if (found.sats !== output.sats || found.scriptHex !== output.scriptHex)
      return [failed(name, `${outpointOf(output)} has another amount or script on your node`)];
  }
  const count = published.outputs.length - missing;
  if (missing > 0)
    return [
      notChecked(
        name,
        `${missing} outputs were spent since the proof, and the other ${count} exist`,
      ),
    ];
  return [ok(name, `${count} outputs existed at block ${proof.height}`)];
}
