/**
 * Reads a broker's history file as text with separated columns. MetaTrader 5 saves its report as
 * HTML in UTF-16, so a table is converted to lines with tabs.
 */
export async function readHistoryFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return /^\s*(?:<!DOCTYPE\s+html|<html|<\?xml)/i.test(text) ? tableText(text) : text;
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Returns the rows of all tables, without the cells that the report hides. */
function tableText(html: string): string {
  const report = new DOMParser().parseFromString(html, "text/html");
  return [...report.querySelectorAll("tr")]
    .map((row) =>
      [...row.cells]
        .filter((cell) => !cell.classList.contains("hidden"))
        .map((cell) => (cell.textContent ?? "").replaceAll(/\s+/g, " ").trim())
        .join("\t"),
    )
    .join("\n");
}
