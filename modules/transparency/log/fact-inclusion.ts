/** Proves that the public log contains a fact, such as the commitment of a trading day. */
import { inclusionRanges } from "#log";
import type { Queryable } from "#platform";
import { readCosignatures } from "./cosignatures-table.ts";
import { newestHead, newestLog, readRanges } from "./log-table.ts";
import { joinNote } from "./present-log.ts";

export interface FactInclusion {
  /** Place of the fact in the log. */
  readonly index: number;
  /** Canonical JSON of the fact. */
  readonly body: Buffer;
  readonly path: readonly Uint8Array[];
  readonly checkpoint: string;
}

/** Returns undefined while the log does not contain the fact. */
export async function factInclusion(
  queryable: Queryable,
  { kind, subject }: { readonly kind: string; readonly subject: string },
): Promise<FactInclusion | undefined> {
  const log = await newestLog(queryable);
  const head = log && (await newestHead(queryable, log));
  if (!head) return undefined;
  const [leaf] = await queryable.query<{ index: number; body: Buffer }>(
    `select index::float8 as index, body from transparency_log_leaves
     where generation = $1 and kind = $2 and subject = $3`,
    [log.generation, kind, subject],
  );
  if (!leaf || leaf.index >= head.size) return undefined;
  return {
    ...leaf,
    path: await readRanges(queryable, log, inclusionRanges(leaf.index, head.size)),
    checkpoint: joinNote(head.note, await readCosignatures(queryable, log, head.size)),
  };
}
