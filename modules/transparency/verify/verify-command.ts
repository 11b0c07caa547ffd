/**
 * `npm run verify -- URL [--key KEY] [--node URL] [--json]`: verifies a running installation as an
 * outsider. Prints one line per check. Exits with 0 if nothing failed, 1 if a check failed, and 2
 * if the installation or the node does not respond or the arguments are wrong.
 */
import { parseArgs } from "node:util";
import { Unreachable } from "./read-site.ts";
import { verifySite } from "./verify-site.ts";

const USAGE = "Usage: npm run verify -- URL [--key KEY] [--node URL] [--json]\n";

interface Arguments {
  readonly origin: string;
  readonly node: string | undefined;
  readonly key: string | undefined;
  readonly isJson: boolean;
}

function readArguments(): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { node: { type: "string" }, key: { type: "string" }, json: { type: "boolean" } },
    });
    const [url, ...rest] = positionals;
    if (url === undefined || rest.length > 0) return undefined;
    if (![url, values.node ?? url].every((one) => /^https?:/.test(new URL(one).protocol)))
      return undefined;
    const { node, key, json: isJson = false } = values;
    return { origin: new URL(url).origin, node, key, isJson };
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
    const checks = await verifySite({ ...plan, now: new Date() });
    process.stdout.write(
      plan.isJson
        ? `${JSON.stringify(checks, undefined, 2)}\n`
        : checks.map(({ name, state, text }) => `${state.padEnd(11)}  ${name}: ${text}\n`).join(""),
    );
    process.exitCode = checks.some(({ state }) => state === "failed") ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    process.stderr.write(`${error.message}.\n`);
    process.exitCode = 2;
  }
}
