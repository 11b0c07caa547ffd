/**
 * Blocks requests that contain a recovery phrase in any field. The word list is loaded only for
 * text that has the shape of a phrase. The server also rejects phrases.
 */
import { ApiError } from "./api-error.ts";

/** Twelve words of the same lengths as in the word list, with any separators. */
const SHAPE = /(?:[a-z]{3,8}[^a-z]+){11}[a-z]{3,8}/i;

/** Throws ApiError `recovery_phrase` if the body contains a recovery phrase. */
export async function refusePhrase(url: string, body: unknown): Promise<void> {
  const typed = [decode(url), typeof body === "string" ? body.replaceAll(/\\[nrt]/g, " ") : ""];
  if (!typed.some((text) => SHAPE.test(text))) return;
  const { hasRecoveryPhrase } = await import("#signatures");
  if (!hasRecoveryPhrase(typed)) return;
  throw new ApiError({
    title: "Security Warning",
    text: "This looks like a wallet's recovery phrase, so it was not sent. Never type it into a website: anyone who reads it can take the coins.",
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
