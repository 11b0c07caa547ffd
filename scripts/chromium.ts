/**
 * Finds Chromium for the browser tests: at CHROMIUM_PATH, in the usual places, or by installing
 * Debian's package if installing is allowed. Debian's headless shell is preferred, because it takes
 * about a third of the CPU time of the full browser. When run as a program, this file prints the
 * path.
 */
import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package.ts";

const USUAL_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const PACKAGES = ["chromium-headless-shell", "chromium"].map((name) => ["fonts-dejavu-core", name]);

/**
 * Flags for the tests. The sandbox is off, because tests may run as root, and requests to Google
 * are disabled.
 */
export const CHROMIUM_FLAGS: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  // Renders in the browser's main process, which saves a tenth of the CPU time.
  "--in-process-gpu",
  // Also runs the network service in the browser's main process.
  "--enable-features=NetworkServiceInProcess2",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  // Pages of one user share a process and thus its compiled code.
  "--process-per-site",
  // A test's page closes before its code runs often, so optimising the code costs more time than it
  // saves.
  "--js-flags=--no-maglev --no-turbofan",
];

/**
 * Returns the path of Chromium. Throws an Error whose message is one sentence with the package to
 * install.
 */
export function ensureChromium(): string {
  const configured = process.env["CHROMIUM_PATH"];
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is set to ${configured} but that file does not exist.`);
  }
  const find = () => USUAL_PLACES.find((path) => existsSync(path));
  const program = find() ?? installDebianPackage("Chromium (about 30 s)", PACKAGES, find);
  if (program !== undefined) return program;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: sudo apt-get install chromium-headless-shell), or set CHROMIUM_PATH, then run npm test again.",
  );
}

if (import.meta.main) {
  try {
    process.stdout.write(`${ensureChromium()}\n`);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exitCode = 1;
  }
}
