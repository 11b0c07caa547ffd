/**
 * Saves CSV text as a file. The text is fetched first, because a plain link cannot send the token
 * in a header. Long text may consist of several parts.
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
