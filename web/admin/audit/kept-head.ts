/** Reads a head of the trail as it was copied: its number and its hash. */
export interface KeptHead {
  readonly seq: number;
  readonly hash: string;
}

const COPIED = /^(\d{1,15})[\s:,]+([0-9a-f]{64})$/i;

/** Undefined when it is none. */
export function readKeptHead(text: string): KeptHead | undefined {
  const [, seq = "", hash = ""] = COPIED.exec(text.trim()) ?? [];
  return seq === "" || Number(seq) < 1 ? undefined : { seq: Number(seq), hash: hash.toLowerCase() };
}
