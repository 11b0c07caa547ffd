/**
 * `Chrome on Linux` from a User-Agent: a hint for the owner, and together with the network it comes
 * from what makes a device a known one. Never a proof: anybody can send any of them.
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
 * The same browser on the same system, whatever their versions; what names none of them must be the
 * same to the letter.
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
