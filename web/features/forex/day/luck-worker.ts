/** Web worker that flips the coins of the luck test, so that the page stays responsive. */
import { testLuck, type LuckRequest, type LuckResult } from "./luck.ts";

export type LuckWord =
  | { readonly kind: "done"; readonly result: LuckResult }
  | { readonly kind: "failed"; readonly text: string };

const say = (word: LuckWord) => postMessage(word);

addEventListener("message", ({ data }: MessageEvent<LuckRequest>) => {
  try {
    say({ kind: "done", result: testLuck(data) });
  } catch (error) {
    say({ kind: "failed", text: error instanceof Error ? error.message : String(error) });
  }
});
