/** Parses a copied audit checkpoint, which consists of an entry number and a hash. */
export interface AuditCheckpoint {
  readonly seq: number;
  readonly hash: string;
}

const COPIED = /^(\d{1,15})[\s:,]+([0-9a-f]{64})$/i;

/** Returns undefined if the text is not a number followed by a hash. */
export function readCheckpoint(text: string): AuditCheckpoint | undefined {
  const [, seq = "", hash = ""] = COPIED.exec(text.trim()) ?? [];
  return seq === "" || Number(seq) < 1 ? undefined : { seq: Number(seq), hash: hash.toLowerCase() };
}
