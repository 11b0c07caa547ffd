/** Runs in the browser: measures the check of a user's own leaves and its bare hashes. */
import { checkFile, LEAVES_FORMAT, LEAVES_VERSION } from "#receipts";
import type { ApiAnswer } from "../../web/data/api/route-shapes.ts";
import { bareHashMs } from "./bare-hashes.ts";

const REPEATS = 20;
const BATCHES = 200;
const OBSERVED_MS = 300;

export interface OwnCheckFigures {
  readonly checkMs: number;
  readonly hashesMs: number;
  readonly longTasks: number;
}

type OwnLeaves = ApiAnswer<"getOwnLeaves">;

/** Checks the same text as the worker of the page "Transparency" does. */
function check(text: string, root: string, id: string): boolean {
  const result = checkFile(text, { roots: [{ id, root }] });
  return result.state === "checked" && result.checks.every(({ state }) => state === "ok");
}

async function measure(own: OwnLeaves, root: string): Promise<OwnCheckFigures> {
  const text = JSON.stringify({ format: LEAVES_FORMAT, version: LEAVES_VERSION, ...own });
  const { id } = own.proof;
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => void (longTasks += list.getEntries().length));
  observer.observe({ type: "longtask" });
  // The first check is the slowest, because its code is not compiled yet.
  await new Promise((resolve) => setTimeout(resolve, 0));
  if (!check(text, root, id)) throw new Error("the user's leaves are not in the proof");
  await new Promise((resolve) => setTimeout(resolve, OBSERVED_MS));
  observer.disconnect();
  const parents = own.leaves.reduce((sum, { path }) => sum + path.length, 0);
  const [checks, hashes]: [number[], number[]] = [[], []];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const begun = performance.now();
    for (let index = 0; index < REPEATS; index += 1) check(text, root, id);
    checks.push((performance.now() - begun) / REPEATS);
    hashes.push(bareHashMs(own.leaves.length * REPEATS, parents * REPEATS) / REPEATS);
  }
  return { checkMs: median(checks), hashesMs: median(hashes), longTasks };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

Object.assign(globalThis, { measureOwnCheck: measure });
