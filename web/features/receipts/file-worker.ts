/** Web worker that checks files, so that the page stays responsive. It sends no request. */
import { checkFile, FILE_CHARACTERS_MAX, type FileResult, type KnownSite } from "#receipts";

export interface FileToCheck {
  readonly number: number;
  readonly content: string | File;
  readonly site: KnownSite;
}

export type FileWorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "checked"; readonly number: number; readonly result: FileResult }
  | { readonly kind: "failed"; readonly number: number; readonly text: string };

const send = (message: FileWorkerMessage) => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<FileToCheck>) => {
  void check(data);
});

async function check({ number, content, site }: FileToCheck): Promise<void> {
  try {
    send({ kind: "checked", number, result: checkFile(await textOf(content), site) });
  } catch (error) {
    send({ kind: "failed", number, text: error instanceof Error ? error.message : String(error) });
  }
}

/** Reads one character more than a file may have, so that a large file fills no memory. */
async function textOf(content: string | File): Promise<string> {
  if (typeof content === "string") return content;
  return content.slice(0, FILE_CHARACTERS_MAX + 1).text();
}

send({ kind: "ready" });
