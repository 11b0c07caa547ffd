/** Measures the check of a user's own leaves in Chromium, on an empty page. */
import { build } from "vite";
import { CHROMIUM_FLAGS } from "../../scripts/chromium.ts";
import { launchBrowser } from "../support/browser/browser.ts";
import type { OwnCheckFigures } from "./own-check-page.ts";
import type { Rate } from "./yardstick.ts";

export interface OwnCheckRound {
  readonly check: Rate;
  readonly hashes: Rate;
  readonly longTasks: number;
}

/** Users' browsers compile hot code, so the flags that turn this off are left out. */
const FLAGS = CHROMIUM_FLAGS.filter((flag) => !flag.startsWith("--js-flags"));

/** Returns undefined if no Chromium is installed. `own` is the answer of `getOwnLeaves`. */
export async function measureOwnCheck(
  own: unknown,
  root: string,
): Promise<OwnCheckRound | undefined> {
  const browser = await launchBrowser({ args: FLAGS }).catch(() => undefined);
  if (!browser) return undefined;
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await pageScript() });
    const { checkMs, hashesMs, longTasks } = await page.evaluate(
      ([leaves, digest]) =>
        (
          globalThis as unknown as {
            measureOwnCheck: (leaves: unknown, root: unknown) => Promise<OwnCheckFigures>;
          }
        ).measureOwnCheck(leaves, digest),
      [own, root],
    );
    return { check: rateOf(checkMs), hashes: rateOf(hashesMs), longTasks };
  } finally {
    await browser.close();
  }
}

async function pageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      target: "es2023",
      write: false,
      rolldownOptions: {
        input: `${import.meta.dirname}/own-check-page.ts`,
        output: { format: "iife" },
      },
    },
  });
  const [bundle] = [result].flat();
  const entry =
    bundle !== undefined && "output" in bundle
      ? bundle.output.find((file) => file.type === "chunk")
      : undefined;
  if (entry === undefined) throw new Error("the page's script was not built");
  return entry.code;
}

function rateOf(meanMs: number): Rate {
  return { perSecond: 1_000 / meanMs, meanMs };
}
