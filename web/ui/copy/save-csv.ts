/**
 * Saves a CSV as a file. The text was fetched, because the token is in a header and a plain link
 * cannot carry it. A long text may come in parts.
 */
export function saveCsv(name: string, text: string | readonly string[]): void {
  const url = URL.createObjectURL(
    new Blob(typeof text === "string" ? [text] : [...text], { type: "text/csv;charset=utf-8" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
