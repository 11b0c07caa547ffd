/** Routes that publish the wallet's coins at a proof, with the signatures of their scripts. */
import type { Handlers } from "#api/route";
import type { transparencyApi } from "#api/transparency";
import { defineRefusals, type Database } from "#platform";
import { reservesMessage } from "#signatures";
import { findProof, newestProof, type Proof } from "./proofs-table.ts";
import {
  findReserves,
  listLines,
  listOutputs,
  type ListedOutput,
  type NumberedLine,
  type Place,
  type ProvenReserves,
} from "./reserves-table.ts";

const refusals = defineRefusals({
  reserves_unknown: {
    status: 404,
    title: "Not Found",
    text: "There is no such proof, or it was taken without the wallet's outputs.",
  },
  invalid_reserves_cursor: {
    status: 400,
    title: "Invalid Page",
    text: "The cursor does not belong to this list. Use the nextCursor of the previous page.",
  },
});

/** Items per page. */
const PAGE = 500;
const OUTPUT_CURSOR = /^([0-9a-f]{64})\.(\d{1,10})$/;
const LINE_CURSOR = /^\d{1,9}$/;

type ReservesHandlers = Pick<Handlers<typeof transparencyApi>, "getReserves" | "listReserveLines">;

export function reservesRoutes(database: Database): ReservesHandlers {
  return {
    async getReserves({ query: { proofId, cursor } }) {
      const { proof, reserves } = await findBoth(database, proofId);
      const after = readPlace(cursor);
      const outputs = await listOutputs(database, proof.id, { after, limit: PAGE + 1 });
      const shown = outputs.slice(0, PAGE);
      const last = shown.at(-1);
      const nextCursor = outputs.length > PAGE && last ? `${last.txid}.${last.vout}` : null;
      return {
        ...presentReserves(proof, reserves),
        items: shown.map(presentOutput),
        nextCursor,
      };
    },
    async listReserveLines({ query: { proofId, cursor = "-1" } }) {
      if (cursor !== "-1" && !LINE_CURSOR.test(cursor)) throw refusals.invalid_reserves_cursor();
      const { proof } = await findBoth(database, proofId);
      const after = Number(cursor);
      const lines = await listLines(database, proof.id, { after, limit: PAGE + 1 });
      const shown = lines.slice(0, PAGE);
      const nextCursor = lines.length > PAGE ? String(shown.at(-1)?.number) : null;
      return { items: shown.map(presentLine), nextCursor };
    },
  };
}

/** Returns the given proof, or the newest one. */
async function findBoth(database: Database, proofId: string | undefined) {
  const proof =
    proofId === undefined ? await newestProof(database) : await findProof(database, proofId);
  const reserves = proof && (await findReserves(database, proof.id));
  if (!reserves) throw refusals.reserves_unknown();
  return { proof, reserves };
}

function readPlace(cursor: string | undefined): Place {
  if (cursor === undefined) return { txid: "", vout: 0 };
  const [, txid, vout] = OUTPUT_CURSOR.exec(cursor) ?? [];
  if (txid === undefined) throw refusals.invalid_reserves_cursor();
  return { txid, vout: Number(vout) };
}

export function presentReserves({ digest, ...proof }: Proof, reserves: ProvenReserves) {
  const { site, network, outputs, hotScripts, signedAt, proofId: _, ...sums } = reserves;
  const root = digest.toString("hex");
  const { height, blockHash } = proof;
  return {
    proof: { ...proof, root },
    site,
    network,
    message: reservesMessage({ site, network, height, blockHash, root }),
    sums,
    outputs,
    hotScripts,
    signedAt,
  };
}

function presentLine({ term, kind, txid, vout, sats }: NumberedLine) {
  return { term, kind, txid, vout, sats };
}

function presentOutput(output: ListedOutput) {
  return { ...output, state: stateOf(output) };
}

type State = "signed" | "not_signed_yet" | "not_signed_here" | "signed_by_key_holders";

function stateOf({ kind, signature }: ListedOutput): State {
  if (kind === "hot") return signature === null ? "not_signed_yet" : "signed";
  return signature === null ? "not_signed_here" : "signed_by_key_holders";
}
