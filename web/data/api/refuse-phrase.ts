/**
 * A recovery phrase never leaves the browser, in whichever field it is typed. What looks like one
 * is compared with the list of words, which is loaded then; the server refuses it again.
 */
import { ApiError } from "./api-error.ts";

/** Twelve words of the length that the list has, whatever stands between them. */
const SHAPE = /(?:[a-z]{3,8}[^a-z]+){11}[a-z]{3,8}/i;

/** Throws ApiError `recovery_phrase`. */
export async function refusePhrase(url: string, body: unknown): Promise<void> {
  const typed = [decode(url), typeof body === "string" ? body.replaceAll(/\\[nrt]/g, " ") : ""];
  if (!typed.some((text) => SHAPE.test(text))) return;
  const { hasRecoveryPhrase } = await import("#signatures");
  if (!hasRecoveryPhrase(typed)) return;
  throw new ApiError({
    title: "Security Warning",
    text: "This looks like the recovery phrase of a wallet. It was not sent. Never type it into a website: whoever reads it has the coins.",
    code: "recovery_phrase",
    status: 422,
  });
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url).replaceAll("+", " ");
  } catch {
    return url;
  }
}
