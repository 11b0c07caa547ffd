/**
 * Sends SMS through the operator's gateway, a JSON webhook described in docs/messages.md. Only the
 * response's status is used. Redirects are not followed, and long responses are not read to the
 * end.
 */
import { StartError } from "#platform";
import type { SendResult, Transport } from "./transport.ts";

export interface SmsSettings {
  /** Gateway URL without the token. */
  readonly url: string;
  readonly bearer: string | undefined;
}

/**
 * Returns the settings. Throws a StartError with a single line that names SMS_GATEWAY_URL and does
 * not repeat the token.
 */
export function readSmsGatewayUrl(text: string): SmsSettings {
  const refuse = (why: string): never => {
    throw new StartError(`SMS_GATEWAY_URL ${why}.`);
  };
  if (!URL.canParse(text)) return refuse("must be a URL such as https://token@gateway.example/sms");
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) refuse("must start with http:// or https://");
  if (url.hash !== "") refuse("must have no part after #");
  const token =
    decodedToken(url.password || url.username) ?? refuse("has a token that is not percent-encoded");
  if (!/^[\x21-\x7e]*$/.test(token))
    refuse("has a token with characters that a header cannot contain");
  url.username = "";
  url.password = "";
  return { url: url.href, bearer: token === "" ? undefined : token };
}

function decodedToken(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const ANSWER_BYTES_MAX = 64 * 1024;
const TIMEOUT_MS = 15_000;
/**
 * Maximum number of characters; longer texts are truncated. The gateway splits the text into
 * several SMS.
 */
const TEXT_MAX = 480;

export function createSmsTransport(
  { url, bearer }: SmsSettings,
  timeoutMs: number = TIMEOUT_MS,
): Transport {
  const closing = new AbortController();
  return {
    async send({ id, recipient, body }) {
      const text = Array.from(body).slice(0, TEXT_MAX).join("");
      try {
        const answer = await fetch(url, {
          method: "POST",
          redirect: "manual",
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
          headers: {
            "content-type": "application/json",
            "idempotency-key": id,
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          },
          body: JSON.stringify({ id, to: recipient, text, practice: true }),
        });
        await readSome(answer.body);
        return resultOf(answer.status);
      } catch (error) {
        const name = error instanceof Error ? error.name : "unknown";
        return { outcome: "unclear", problem: `SMS gateway: ${name}` };
      }
    },
    close: () => closing.abort(),
  };
}

/** Reads and discards the body, up to a limit, so that the connection can be reused. */
async function readSome(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (body === null) return;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) break;
  }
}

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { outcome: "accepted" };
  const problem = `SMS gateway: ${status}`;
  const isForLater = status >= 500 || status === 408 || status === 429;
  return { outcome: isForLater ? "unclear" : "refused", problem };
}
