/**
 * Routes for visitors who want to check the platform: its verdict about its own ledger, the figures
 * behind it, and incidents. No session is needed, and no figure identifies a user.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { incident, transparency } from "./transparency-figures.ts";
import {
  digest,
  proof,
  reserveLine,
  reserveOutput,
  reserves,
  reservesQuery,
} from "./transparency-shapes.ts";
import { listOf, pageQuery, sats } from "./values.ts";

/** A node of the sum tree: its digest and the sum of all leaves below it. */
const sumNode = z.object({ digest, sats });

const ownLeaves = z
  .object({
    proof,
    /** Secret of this user in this proof, 32 bytes in hex. */
    nonce: digest,
    accountNumber: z.int(),
    /** Satoshis owed to the user: the sum of the user's leaves. */
    totalSats: sats,
    leaves: z.array(
      z.object({
        index: z.int(),
        sats,
        /** Siblings on the way from the leaf to the root. */
        path: z.array(sumNode),
      }),
    ),
  })
  .meta({ id: "OwnLeaves" });

const proofParams = z.strictObject({ proofId: z.string().max(64) });

const tileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const tilePart = z.string().max(20);

/**
 * One part of a tile's path, such as `067`, `x001` or `112`. The path has one to three parts after
 * the level, because a partial tile ends in `.p/` and its width.
 */
const tileRoute = <const Path extends string, Params extends z.ZodObject>(
  path: Path,
  params: Params,
) => ({
  method: "GET" as const,
  path,
  auth: "anonymous" as const,
  readsStandby: true as const,
  summary: "Get a tile of the public log: 256 hashes, or the bodies of 256 leaves",
  params,
  response: tileBytes,
  contentType: "application/octet-stream",
  // Tiles of one log never change. After a restore, another log has the same paths.
  cacheSeconds: 3_600,
});

export const transparencyApi = {
  getTransparency: {
    method: "GET",
    path: "/api/v1/transparency",
    auth: "anonymous",
    readsStandby: true,
    summary: "Get the platform's verdict about its ledger and the figures behind it",
    response: transparency,
  },
  listIncidents: {
    method: "GET",
    path: "/api/v1/transparency/incidents",
    auth: "anonymous",
    readsStandby: true,
    summary: "List incidents, newest first",
    query: pageQuery,
    response: listOf(incident),
  },
  listProofs: {
    method: "GET",
    path: "/api/v1/transparency/proofs",
    auth: "anonymous",
    readsStandby: true,
    summary: "List proofs of liabilities, newest first",
    query: pageQuery,
    response: listOf(proof),
  },
  listProofLeaves: {
    method: "GET",
    path: "/api/v1/transparency/proofs/{proofId}/leaves",
    auth: "anonymous",
    readsStandby: true,
    summary: "List the leaves of a proof in the order of the tree; 404 after 35 days",
    params: proofParams,
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    response: listOf(sumNode),
  },
  getOwnLeaves: {
    method: "GET",
    path: "/api/v1/transparency/proofs/{proofId}/mine",
    auth: "user",
    keyScope: "read",
    summary: "Get the user's own leaves of a proof, with everything needed to verify them",
    params: proofParams,
    response: ownLeaves,
  },
  getReserves: {
    method: "GET",
    path: "/api/v1/transparency/reserves",
    auth: "anonymous",
    readsStandby: true,
    summary: "Get the wallet's coins at a proof and its unspent outputs with their signatures",
    query: reservesQuery,
    response: reserves.extend({
      /** Number of outputs. They are listed for 35 days. */
      outputs: z.int(),
      ...listOf(reserveOutput).shape,
    }),
  },
  listReserveLines: {
    method: "GET",
    path: "/api/v1/transparency/reserves/lines",
    auth: "anonymous",
    readsStandby: true,
    summary: "List payments and deposits that ledger and chain recorded at different times",
    query: reservesQuery,
    response: listOf(reserveLine),
  },
  getTransparencyBadge: {
    method: "GET",
    path: "/transparency/badge.svg",
    auth: "anonymous",
    summary: "Get the verdict as a badge for other pages",
    response: z.string(),
    contentType: "image/svg+xml; charset=utf-8",
  },
  getLogCheckpoint: {
    method: "GET",
    path: "/log/checkpoint",
    auth: "anonymous",
    readsStandby: true,
    summary: "Get the newest checkpoint of the public log, with the signatures of its witnesses",
    response: z.string(),
    contentType: "text/plain; charset=utf-8",
    cacheSeconds: 5,
  },
  getLogTile: tileRoute(
    "/log/tile/{level}/{first}",
    z.strictObject({ level: tilePart, first: tilePart }),
  ),
  getLogTileOfTwo: tileRoute(
    "/log/tile/{level}/{first}/{second}",
    z.strictObject({ level: tilePart, first: tilePart, second: tilePart }),
  ),
  getLogTileOfThree: tileRoute(
    "/log/tile/{level}/{first}/{second}/{third}",
    z.strictObject({ level: tilePart, first: tilePart, second: tilePart, third: tilePart }),
  ),
} as const satisfies Api;
