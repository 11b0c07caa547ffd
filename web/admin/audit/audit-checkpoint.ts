/** Reads a head of the trail as it was copied: its number and its hash. */
export interface AuditCheckpoint {
  readonly seq: number;
  readonly hash: string;
}

const COPIED = /^(\d{1,15})[\s:,]+([0-9a-f]{64})$/i;

/** Undefined when it is none. */
export function readCheckpoint(text: string): AuditCheckpoint | undefined {
  const [, seq = "", hash = ""] = COPIED.exec(text.trim()) ?? [];
  return seq === "" || Number(seq) < 1 ? undefined : { seq: Number(seq), hash: hash.toLowerCase() };
}
