/**
 * Handles `mining.configure` (BIP310). The response contains a value for each requested extension,
 * which is false for unknown extensions.
 */
import { readMicros } from "./difficulty.ts";
import { hex8, ROLLED_BITS } from "./job.ts";
import { readMask } from "./messages.ts";

export interface Configured {
  readonly result: Readonly<Record<string, unknown>>;
  /** Undefined if the client did not request version rolling. */
  readonly versionMask?: number;
  readonly minimumMicros?: number;
}

const ALL_BITS = "ffffffff";

/**
 * Returns the response to `mining.configure`, or undefined if the request has no list of
 * extensions.
 */
export function configure(params: readonly unknown[]): Configured | undefined {
  const [names, values] = params;
  if (!Array.isArray(names)) return undefined;
  const options = isRecord(values) ? values : {};
  let configured: Configured = { result: {} };
  for (const name of names.filter((one) => typeof one === "string"))
    configured = applyExtension(configured, name, options);
  return configured;
}

/** Returns the version bits that both the client and the pool allow to be rolled. */
export function commonMask(theirs: number, ours: number): number {
  return (theirs & ours) >>> 0;
}

function applyExtension(
  { result, ...settings }: Configured,
  name: string,
  options: Readonly<Record<string, unknown>>,
): Configured {
  const refused = { ...settings, result: { ...result, [name]: false } };
  const agreed = { ...settings, result: { ...result, [name]: true } };
  if (name === "version-rolling") {
    const mask = readMask(options["version-rolling.mask"] ?? ALL_BITS);
    if (mask === undefined) return refused;
    const versionMask = commonMask(mask, ROLLED_BITS);
    const withMask = { ...agreed.result, "version-rolling.mask": hex8(versionMask) };
    return { ...settings, versionMask, result: withMask };
  }
  if (name === "minimum-difficulty") {
    const minimumMicros = readMicros(options["minimum-difficulty.value"]);
    return minimumMicros === undefined ? refused : { ...agreed, minimumMicros };
  }
  return name === "subscribe-extranonce" || name === "info" ? agreed : refused;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
