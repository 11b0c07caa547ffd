/**
 * Sends one request as the person who is signed in, with the key of its payment, and again once the
 * proof that the server wants is given. An answer that comes when another person is here is for
 * nobody.
 */
import { paths, type RouteName } from "../../api-schema/paths.ts";
import { userIdOf } from "./access-token.ts";
import { isOfAnother, tokenSource } from "./asker.ts";
import { CODE_NEEDED, exchange, isRefusal, STEP_UP } from "./exchange.ts";
import { paymentOf } from "./idempotency-key.ts";
import { pauseAfter, problemOfPause } from "./pause.ts";
import { notePosition, POSITION_HEADER, positionToSee } from "./position.ts";
import type { AnyInput, ApiAnswer } from "./route-shapes.ts";

/** Throws ApiError. */
export async function send<Name extends RouteName>(
  name: Name,
  input: AnyInput & { readonly isSecondTry?: boolean },
): Promise<ApiAnswer<Name>> {
  const { params, query, body, begunAt = Infinity } = input;
  const [method, template, movesMoney] = paths[name] as readonly [string, string, string?];
  const paused = method === "GET" ? problemOfPause() : undefined;
  if (paused) throw paused;
  const headers = new Headers({ accept: "application/json" });
  const token = await tokenSource().token();
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  const sent = body === undefined ? null : JSON.stringify(body);
  if (sent !== null) headers.set("content-type", "application/json");
  const payment =
    movesMoney === undefined
      ? undefined
      : paymentOf(`${userIdOf(token) ?? ""} ${name}${placesOf(params)} ${sent ?? ""}`, begunAt);
  if (payment) headers.set("idempotency-key", payment.key);
  const position = method === "GET" ? positionToSee() : undefined;
  if (position !== undefined) headers.set(POSITION_HEADER, position);

  const { response, problem } = await exchange(urlOf(template, params, query), {
    method,
    headers,
    body: sent,
  });
  notePosition(response.headers.get(POSITION_HEADER));
  const { prove } = tokenSource();
  const isLate = () => isOfAnother(token);
  if (problem && !isLate()) pauseAfter(problem, response);
  if (problem?.code === STEP_UP && prove && !isLate()) {
    await prove();
    if (!isLate()) return send(name, input);
  }
  if (problem?.code === CODE_NEEDED && !input.isSecondTry && !isLate()) {
    const isProven = await tokenSource().isCodeGiven();
    if (isProven && !isLate()) return send(name, { ...input, isSecondTry: true });
  }
  if (response.status === 401 && token !== undefined && !input.isSecondTry && !isLate()) {
    const isRenewed = await tokenSource().isRenewed?.(token);
    if (isRenewed && !isLate()) return send(name, { ...input, isSecondTry: true });
  }
  // Before it is known as done: an answer that breaks off is one that is lost.
  const unlessLate = (error: unknown) => {
    if (isLate()) return forNobody();
    throw error;
  };
  const answer = problem ? undefined : await bodyOf(response).catch(unlessLate);
  if (!problem) payment?.done();
  else if (isRefusal(problem)) payment?.forget();
  // Nor may it end the session of who is here now.
  if (isLate()) return forNobody();
  if (problem) {
    if (response.status === 401 && token !== undefined) tokenSource().rejected();
    throw problem;
  }
  return answer as ApiAnswer<Name>;
}

function forNobody(): Promise<never> {
  return new Promise(() => {});
}

function bodyOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return isJson ? response.json() : response.text();
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
