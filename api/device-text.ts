/**
 * Converts a User-Agent to text such as `Chrome on Linux`, as a hint for the account owner.
 * Together with the network, this text identifies a known device. The text proves nothing, because
 * a client can send any User-Agent.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|HeadlessChrome\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/^curl\//, "curl"],
  [/^node|undici/i, "Node.js"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];

const LENGTH_MAX = 40;

export function deviceText(userAgent: string): string {
  if (userAgent.trim() === "") return "Unknown device";
  return (
    kindOf(userAgent) ??
    nameIn(BROWSERS, userAgent) ??
    nameIn(SYSTEMS, userAgent) ??
    userAgent.slice(0, LENGTH_MAX)
  );
}

/**
 * Returns true if both User-Agents name the same browser on the same system, in any version.
 * User-Agents without a known browser and system must be identical.
 */
export function isSameDeviceKind(userAgent: string, other: string): boolean {
  const kind = kindOf(userAgent);
  return userAgent === other || (kind !== undefined && kind === kindOf(other));
}

function kindOf(userAgent: string): string | undefined {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  return browser === undefined || system === undefined ? undefined : `${browser} on ${system}`;
}

function nameIn(table: typeof BROWSERS, userAgent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}
