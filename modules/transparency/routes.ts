/** Routes of the transparency page. They need no session, so their responses are shared. */
import type { Handlers } from "#api/route";
import type { transparencyApi } from "#api/transparency";
import {
  defineRefusals,
  listIncidents,
  shareResultFor,
  type Database,
  type MasterKey,
} from "#platform";
import { parseTilePath } from "#log";
import type { SumNode } from "#proofs";
import { badgeSvg } from "./badge.ts";
import { readCheckpoint, readTileBytes } from "./log/present-log.ts";
import {
  CHUNK_NODES,
  findOwnLeaves,
  findProof,
  listProofs,
  readLeaves,
  readPath,
  type Proof,
} from "./proofs/proofs-table.ts";
import { nonceOf, readRootSecret } from "./proofs/root-secret.ts";
import { presentIncident, readTransparency, type TransparencyDeps } from "./read-transparency.ts";

/**
 * Cache time of the figures. Reading them adds up all accounts, and anybody may ask. A verdict is
 * at most this much older than the verification.
 */
const SHARED_MS = 10_000;
const CURSOR = /^[1-9]\d{0,17}$/;

const refusals = defineRefusals({
  invalid_transparency_cursor: {
    status: 400,
    title: "Invalid Page",
    text: "The cursor does not belong to this list. Use the nextCursor of the previous page.",
  },
  proof_unknown: {
    status: 404,
    title: "Not Found",
    text: "There is no such proof, or its leaves are older than 35 days.",
  },
  no_own_leaves: {
    status: 404,
    title: "Nothing Owed",
    text: "Nothing was owed to you when this proof was taken.",
  },
  log_empty: {
    status: 404,
    title: "Not Found",
    text: "The public log has no checkpoint yet. Try again in a minute.",
  },
  log_tile_unknown: {
    status: 404,
    title: "Not Found",
    text: "The public log has no such tile. Read the checkpoint first: it shows the size of the log.",
  },
});

interface RouteDeps extends Omit<TransparencyDeps, "database"> {
  readonly masterKey: MasterKey;
}

/** Returns a function that creates the handlers on a database, which all share one result. */
export function transparencyRoutes({
  masterKey,
  ...deps
}: RouteDeps): (database: Database) => Handlers<typeof transparencyApi> {
  const read = shareResultFor(SHARED_MS, readTransparency);
  return (database) => ({
    getTransparency: () => read({ ...deps, database }),
    async listIncidents({ query: { cursor, limit } }) {
      if (cursor !== undefined && !CURSOR.test(cursor))
        throw refusals.invalid_transparency_cursor();
      const before = cursor === undefined ? undefined : BigInt(cursor);
      const incidents = await listIncidents(database, { limit: limit + 1, before });
      const shown = incidents.slice(0, limit);
      const nextCursor = incidents.length > limit ? String(shown.at(-1)?.id) : null;
      return { items: shown.map(presentIncident), nextCursor };
    },
    async listProofs({ query: { cursor, limit } }) {
      const before = cursor === undefined ? undefined : new Date(cursor);
      if (before && Number.isNaN(before.getTime())) throw refusals.invalid_transparency_cursor();
      const proofs = await listProofs(database, { limit: limit + 1, before });
      const shown = proofs.slice(0, limit);
      const nextCursor =
        proofs.length > limit ? (shown.at(-1)?.takenAt.toISOString() ?? null) : null;
      return { items: shown.map(presentProof), nextCursor };
    },
    async listProofLeaves({ params: { proofId }, query: { cursor = "0" } }) {
      if (!/^\d{1,7}$/.test(cursor)) throw refusals.invalid_transparency_cursor();
      const proof = await findProof(database, proofId);
      const chunk = Number(cursor);
      const leaves = proof && (await readLeaves(database, proofId, chunk));
      if (!leaves) throw refusals.proof_unknown();
      const isLast = (chunk + 1) * CHUNK_NODES >= proof.leaves;
      return { items: leaves.map(presentNode), nextCursor: isLast ? null : String(chunk + 1) };
    },
    async getOwnLeaves({ params: { proofId }, caller: { userId } }) {
      const proof = await findProof(database, proofId);
      if (!proof) throw refusals.proof_unknown();
      const own = await findOwnLeaves(database, proofId, userId);
      const root = await readRootSecret(database, masterKey);
      if (!own || !root) throw refusals.no_own_leaves();
      const leaves = await Promise.all(
        own.places.map(async (index, part) => ({
          index,
          sats: own.sats[part] ?? 0n,
          path: (await readPath(database, proof, index)).map(presentNode),
        })),
      );
      return {
        proof: presentProof(proof),
        nonce: nonceOf(root, proofId, userId).toString("hex"),
        accountNumber: Number(own.accountNumber),
        totalSats: own.sats.reduce((sum, sats) => sum + sats, 0n),
        leaves,
      };
    },
    async getTransparencyBadge() {
      const { verdict } = await read({ ...deps, database });
      return badgeSvg(verdict);
    },
    async getLogCheckpoint() {
      const checkpoint = await readCheckpoint(database);
      if (checkpoint === undefined) throw refusals.log_empty();
      return checkpoint;
    },
    getLogTile: ({ params: { level, first } }) => tileAt(database, [level, first]),
    getLogTileOfTwo: ({ params: { level, first, second } }) =>
      tileAt(database, [level, first, second]),
    getLogTileOfThree: ({ params: { level, first, second, third } }) =>
      tileAt(database, [level, first, second, third]),
  });
}

async function tileAt(database: Database, parts: readonly string[]) {
  const tile = parseTilePath(["tile", ...parts].join("/"));
  const bytes = tile && (await readTileBytes(database, tile));
  if (!bytes) throw refusals.log_tile_unknown();
  return bytes;
}

function presentProof({ digest, ...proof }: Proof) {
  return { ...proof, root: digest.toString("hex") };
}

function presentNode({ digest, sum }: SumNode) {
  return { digest: Buffer.from(digest).toString("hex"), sats: sum };
}
