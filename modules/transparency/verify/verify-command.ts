/**
 * `npm run verify -- URL [options]`: verifies a running installation as an outsider. `--since`
 * keeps the head of the log in a file, and verifies that the log only grew since the last time.
 * Prints one line per check. Exits with 0 if nothing failed, 1 if a check failed, and 2 if the
 * installation or the node does not respond or the arguments are wrong.
 */
import { parseArgs } from "node:util";
import { parseVkey } from "#log";
import { printable } from "./printable.ts";
import { BadHeadFile, mayReplace, readKeptHead, writeKeptHead } from "./kept-head.ts";
import { Unreachable } from "./read-site.ts";
import { verifySite } from "./verify-site.ts";

const USAGE =
  "Usage: npm run verify -- URL [--key KEY] [--node URL] [--since FILE] [--witness VKEY] [--json]\n";

interface Arguments {
  readonly origin: string;
  readonly node: string | undefined;
  readonly key: string | undefined;
  readonly sinceFile: string | undefined;
  readonly witnesses: readonly string[];
  readonly isJson: boolean;
}

function readArguments(): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        node: { type: "string" },
        key: { type: "string" },
        since: { type: "string" },
        witness: { type: "string", multiple: true },
        json: { type: "boolean" },
      },
    });
    const [url, ...rest] = positionals;
    if (url === undefined || rest.length > 0) return undefined;
    if (![url, values.node ?? url].every((one) => /^https?:/.test(new URL(one).protocol)))
      return undefined;
    const { node, key, since: sinceFile, witness: witnesses = [], json: isJson = false } = values;
    if (!witnesses.every(parseVkey)) return undefined;
    return { origin: new URL(url).origin, node, key, sinceFile, witnesses, isJson };
  } catch {
    return undefined;
  }
}

const plan = readArguments();
if (!plan) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    const { sinceFile } = plan;
    const since = sinceFile === undefined ? undefined : await readKeptHead(sinceFile);
    const { checks, head } = await verifySite({ ...plan, since, now: new Date() });
    const hasFailed = checks.some(({ state }) => state === "failed");
    const shown = checks.map((check) => ({ ...check, text: printable(check.text) }));
    process.stdout.write(
      plan.isJson
        ? `${JSON.stringify(shown, undefined, 2)}\n`
        : shown.map(({ name, state, text }) => `${state.padEnd(11)}  ${name}: ${text}\n`).join(""),
    );
    process.exitCode = hasFailed ? 1 : 0;
    if (sinceFile !== undefined && head && mayReplace(checks, since))
      await writeKeptHead(sinceFile, head);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof BadHeadFile)) throw error;
    process.stderr.write(`${printable(error.message)}.\n`);
    process.exitCode = 2;
  }
}
