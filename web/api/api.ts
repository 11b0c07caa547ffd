/**
 * The API client, typed by the route tables; the browser loads only their paths.
 *
 *   const wallet = useQuery(apiQuery("getWallet"));
 *   const buy = useMutation({ mutationFn: (planId: string) => api("buyContract", { body: { planId } }) });
 *
 * Amounts are JSON integers, times RFC 3339 text. Failures are ApiError: title, text, code, requestId.
 */
import { queryOptions } from "@tanstack/react-query";
import { paths, type BrowserApi, type RouteName } from "../../api-schema/paths.ts";
import type { Wire } from "../../api-schema/route.ts";
import type { z } from "zod";
import type { ApiError } from "./api-error.ts";
import { answerOf, problemOf } from "./http.ts";
import { paymentOf } from "./idempotency-key.ts";
import { userIdOf } from "./access-token.ts";

type Part<Row, Name extends string> = Row extends { readonly [Key in Name]: infer Schema }
  ? Schema extends z.ZodType
    ? { readonly [Key in Name]: Wire<Schema> }
    : unknown
  : unknown;

/** `{ params, query, body }`, each only where the route has it; a query may be left out. */
export type ApiInput<Name extends RouteName> = Part<BrowserApi[Name], "params"> &
  Partial<Part<BrowserApi[Name], "query">> &
  Part<BrowserApi[Name], "body"> & {
    /** When the second look at a payment was opened: what another tab has paid since then is this very payment. */
    readonly begunAt?: number;
  };

/** The answer as it comes over the wire. */
export type ApiAnswer<Name extends RouteName> = Wire<BrowserApi[Name]["response"]>;

type Arguments<Name extends RouteName> =
  object extends ApiInput<Name> ? [input?: ApiInput<Name>] : [input: ApiInput<Name>];

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly begunAt?: number;
  readonly isSecondTry?: boolean;
}

/** Who asks; sign-in puts it here. `rejected` is called when the server no longer accepts the token. */
export interface TokenSource {
  token: () => Promise<string | undefined>;
  rejected: () => void;
  /** The server wants a second factor that this token has not proved: whether a new token has, with a code given elsewhere. */
  isCodeGiven: () => Promise<boolean>;
  /** Asks the person for a fresh proof. Throws ApiError when he gives none. */
  prove?: () => Promise<void>;
}

let tokenSource: TokenSource = {
  token: () => Promise.resolve(undefined),
  rejected: () => {},
  isCodeGiven: () => Promise.resolve(false),
};

export function setTokenSource(source: TokenSource): void {
  tokenSource = source;
}

/** Requests that change something and have no answer yet. */
const underway = new Map<string, Promise<unknown>>();

/** Whose pages this tab shows. */
let person: string | undefined;

/** From now on this person asks, or nobody: what another one has asked for is answered to nobody. */
export function setPerson(userId: string | undefined): void {
  if (userId === person) return;
  person = userId;
  underway.clear();
  pause = undefined;
}

/**
 * Calls a route. Throws ApiError. A POST that moves money carries an Idempotency-Key that a reload and the other tabs know.
 * The second press of a double click sends nothing: it gets the answer of the first.
 */
export function api<Name extends RouteName>(
  name: Name,
  ...[input]: Arguments<Name>
): Promise<ApiAnswer<Name>> {
  const [method] = paths[name];
  if (method === "GET") return send(name, input ?? {});
  const request = JSON.stringify([name, input]);
  const first = underway.get(request);
  if (first !== undefined) return first as Promise<ApiAnswer<Name>>;
  const sent = send(name, input ?? {}).finally(() => {
    if (underway.get(request) === sent) underway.delete(request);
  });
  underway.set(request, sent);
  return sent;
}

async function send<Name extends RouteName>(name: Name, input: AnyInput): Promise<ApiAnswer<Name>> {
  const { params, query, body, begunAt = Infinity } = input;
  const [method, template, movesMoney] = paths[name] as readonly [string, string, string?];
  if (method === "GET" && pause && Date.now() < pause.untilMs) throw pause.problem;
  const headers = new Headers({ accept: "application/json" });
  const token = await tokenSource.token();
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  const sent = body === undefined ? null : JSON.stringify(body);
  if (sent !== null) headers.set("content-type", "application/json");
  const payment =
    movesMoney === undefined
      ? undefined
      : paymentOf(`${userIdOf(token) ?? ""} ${name}${placesOf(params)} ${sent ?? ""}`, begunAt);
  if (payment) headers.set("idempotency-key", payment.key);

  const { response, problem } = await exchange(urlOf(template, params, query), {
    method,
    headers,
    body: sent,
  });
  const isLate = () => isOfAnother(token);
  if (problem?.code === TOO_MANY && !isLate())
    pause = { problem, untilMs: Date.now() + waitMsOf(response) };
  if (problem?.code === STEP_UP && tokenSource.prove && !isLate()) {
    await tokenSource.prove();
    if (!isLate()) return send(name, input);
  }
  if (problem?.code === CODE_NEEDED && !input.isSecondTry && !isLate()) {
    const isProven = await tokenSource.isCodeGiven();
    if (isProven && !isLate()) return send(name, { ...input, isSecondTry: true });
  }
  if (!problem) payment?.done();
  else if (isRefusal(problem)) payment?.forget();
  // Nor may it end the session of who is here now.
  if (isLate()) return new Promise(() => {});
  if (problem) {
    if (response.status === 401 && token !== undefined) tokenSource.rejected();
    throw problem;
  }
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return (await (isJson ? response.json() : response.text())) as ApiAnswer<Name>;
}

/** Whether another person has signed in since a request with this token was sent: its answer must not reach his pages. */
function isOfAnother(token: string | undefined): boolean {
  const asker = userIdOf(token);
  return asker !== undefined && person !== undefined && asker !== person;
}

/** While another tab's sending of the same payment runs, this one waits for its answer. */
async function exchange(
  url: string,
  init: RequestInit,
): Promise<{ response: Response; problem: ApiError | undefined }> {
  for (let left = ASKED_AGAIN_MAX; ; left -= 1) {
    const response = await answerOf(url, init);
    const problem = response.ok ? undefined : await problemOf(response);
    if (problem?.code !== STILL_RUNNING || left === 0) return { response, problem };
    await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_MS));
  }
}

/** Query options for a GET route; the key is `[name, input]`, so `["getWallet"]` invalidates all of its calls. */
export function apiQuery<Name extends RouteName>(name: Name, ...rest: Arguments<Name>) {
  return queryOptions({
    queryKey: [name, ...rest] as const,
    queryFn: () => api<Name>(name, ...rest),
  });
}

/** What a request is about beside its body: two positions that are left are two requests. */
function placesOf(params: AnyInput["params"]): string {
  return params === undefined ? "" : ` ${JSON.stringify(params)}`;
}

function urlOf(template: string, params: AnyInput["params"], query: AnyInput["query"]): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/**
 * Whether the request is refused for good. Otherwise an earlier sending of it may have had its effect, or
 * still have it, so that the next one must carry the same key.
 */
function isRefusal(problem: ApiError): boolean {
  if (problem.code === STILL_RUNNING || problem.code === CODE_NEEDED) return false;
  return problem.status < 500 && !UNSETTLED.has(problem.status);
}

/** The token is from before the code of the second factor was given, perhaps in another tab. */
const CODE_NEEDED = "insufficient_aal";

/** While the server wants to be left alone nothing is read, or every page that polls would keep the limit closed. */
let pause: { readonly problem: ApiError; readonly untilMs: number } | undefined;

const TOO_MANY = "too_many_requests";
const WAIT_MS_MAX = 60_000;

function waitMsOf(response: Response): number {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds > 0 ? Math.min(seconds * 1000, WAIT_MS_MAX) : WAIT_MS_MAX;
}

/** The server wants a fresh proof of the person first. */
const STEP_UP = "step_up_required";

/** Turned away before the server looked at the key: signed out, too slow, too often. */
const UNSETTLED: ReadonlySet<number> = new Set([401, 408, 429]);
const STILL_RUNNING = "request_in_progress";
const ASKED_AGAIN_MS = 500;
const ASKED_AGAIN_MAX = 10;
