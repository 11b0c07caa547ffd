/** Determines the kind of an output script and its dust limit. */

export type ScriptKind = "p2pkh" | "p2sh" | "p2wpkh" | "p2wsh" | "p2tr";

const patterns: readonly (readonly [ScriptKind, RegExp])[] = [
  ["p2wpkh", /^0014[0-9a-f]{40}$/],
  ["p2wsh", /^0020[0-9a-f]{64}$/],
  ["p2tr", /^5120[0-9a-f]{64}$/],
  ["p2pkh", /^76a914[0-9a-f]{40}88ac$/],
  ["p2sh", /^a914[0-9a-f]{40}87$/],
];

/**
 * Returns a script's kind, or undefined for scripts without a supported address (OP_RETURN, bare
 * multisig, witness versions 2 to 16, ...).
 */
export function scriptKind(scriptHex: string): ScriptKind | undefined {
  return patterns.find(([, pattern]) => pattern.test(scriptHex))?.[0];
}

const dustLimits: Readonly<Record<ScriptKind, bigint>> = {
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
  p2sh: 540n,
  p2pkh: 546n,
};

/**
 * Returns the dust limit. Nodes do not relay transactions with an output below it (Bitcoin Core's
 * GetDustThreshold at 3 sat/vB).
 */
export function dustLimitSats(kind: ScriptKind): bigint {
  return dustLimits[kind];
}
