/** Reads an installation's public API over HTTP as an outsider, without a session. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Route } from "#api/route";

/** The installation did not respond, or responded with an error status. */
export class Unreachable extends Error {
  override readonly name: string = "Unreachable";
}

/** The installation does not have this resource. */
export class Missing extends Unreachable {
  override readonly name = "Missing";
}

/** The response does not have the shape that this version of the API has. */
export class UnexpectedShape extends Error {
  override readonly name = "UnexpectedShape";
}

const WAIT_MS_MAX = 30_000;
const BYTES_MAX = 16_000_000;
/** Bytes of all answers together. Twenty times as much as an installation of 100,000 users. */
const ALL_BYTES_MAX = 2 ** 29;
/** Time for the whole command. */
const ALL_MS_MAX = 3_600_000;
/** No list of the API has longer pages. */
const PAGE_ITEMS_MAX = 10_000;
const TOO_MANY = 429;
/** Number of times that one request waits for the next minute. */
const WAITS_MAX = 3;
const WAIT_SECONDS_MAX = 60;

export type Read = <R extends Route>(
  route: R,
  params?: Readonly<Record<string, string>>,
  query?: Readonly<Record<string, string>>,
) => Promise<z.output<R["response"]>>;

/**
 * Returns a function that calls a route of the installation at `origin`. `key` is an API key, which
 * is sent with every request.
 */
export function siteReader(origin: string, key?: string): Read {
  return async (route, params = {}, query = {}) => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ""),
    );
    const url = new URL(path, origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const json = await readJson(url, key);
    if (pageLength(json) > PAGE_ITEMS_MAX)
      throw new UnexpectedShape(`${path}: a page with too many items`);
    const parsed = route.response.safeParse(json);
    if (parsed.success) return parsed.data as never;
    const [issue] = parsed.error.issues;
    throw new UnexpectedShape(`${path}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
  };
}

const listPage = z.object({ items: z.array(z.unknown()) });

function pageLength(json: unknown): number {
  return listPage.safeParse(json).data?.items.length ?? 0;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * Reads a list page by page, until it has at least `itemsMax` items. A list without an end, or of
 * empty pages, is cut off.
 */
export async function readList<Item>(
  readPageAt: (cursor: Readonly<Record<string, string>>) => Promise<Page<Item>>,
  itemsMax: number,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await readPageAt(cursor === null ? {} : { cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (page.items.length === 0) break;
  } while (cursor !== null && items.length < itemsMax);
  return items;
}

/** Reads a page's HTML as a browser without a session would receive it. */
export async function readPage(origin: string, path: string): Promise<string> {
  return (await readBytes(new URL(path, origin))).toString("utf8");
}

async function readJson(url: URL, key: string | undefined): Promise<unknown> {
  const bytes = await readBytes(url, key);
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new UnexpectedShape(`${url.pathname}: the answer is not JSON`);
  }
}

/** Returns the body of the response. */
export async function readBytes(url: URL, key?: string): Promise<Buffer> {
  let answer = await request(url, key);
  // The installation limits requests per minute. A long list needs more than one minute.
  for (let waits = 0; answer.status === TOO_MANY && waits < WAITS_MAX; waits += 1) {
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get("retry-after"));
    await sleep(Math.min(Math.max(seconds || 1, 1), WAIT_SECONDS_MAX) * 1_000);
    answer = await request(url, key);
  }
  if (answer.status === 404) throw new Missing(url.pathname);
  if (!answer.ok) throw new Unreachable(`${url.pathname} answered with ${answer.status}`);
  return readLimited(answer, url);
}

async function request(url: URL, key: string | undefined): Promise<Response> {
  // The process has only this command, which began when the process did.
  if (performance.now() > ALL_MS_MAX)
    throw new Unreachable(`${url.origin} did not answer everything within an hour`);
  try {
    return await fetch(url, {
      signal: AbortSignal.timeout(WAIT_MS_MAX),
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });
  } catch (error) {
    throw new Unreachable(`${url.origin} does not respond`, { cause: error });
  }
}

/** Reads the body, so that an installation cannot fill this machine's memory. */
async function readLimited(answer: Response, url: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      allBytes += chunk.length;
      if (bytes > BYTES_MAX || allBytes > ALL_BYTES_MAX)
        throw new UnexpectedShape(`${url.pathname}: the answers are too long`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UnexpectedShape) throw error;
    throw new Unreachable(`${url.pathname} ended before its answer was complete`, { cause: error });
  }
  return Buffer.concat(chunks);
}

let allBytes = 0;
