/**
 * Sends a request as the signed-in user, with the idempotency key if it is a payment. If the server
 * requires an identity check, repeats the request after the check. Drops the response if another
 * user has signed in since the request was sent.
 */
import { paths, type RouteName } from "../../../api/paths.ts";
import { userIdOf } from "./access-token.ts";
import { isOfAnother, tokenSource } from "./asker.ts";
import { CODE_NEEDED, exchange, isOwnRefusal, isRefusal, STEP_UP } from "./exchange.ts";
import { bodyOf } from "./http.ts";
import { paymentOf, type Payment } from "./idempotency-key.ts";
import { pauseAfter, problemOfPause } from "./pause.ts";
import { notePosition, POSITION_HEADER, positionToSee } from "./position.ts";
import type { AnyInput, ApiAnswer } from "./route-shapes.ts";

type Sending = AnyInput & { readonly isSecondTry?: boolean };

/** Sends the request and returns its response. Throws ApiError. */
export async function send<Name extends RouteName>(
  name: Name,
  input: Sending,
): Promise<ApiAnswer<Name>> {
  const { params, body, begunAt = Infinity } = input;
  const { method, movesMoney } = paths[name];
  const paused = method === "GET" ? problemOfPause() : undefined;
  if (paused) throw paused;
  const token = await tokenSource().token();
  const request = { userId: userIdOf(token) ?? "", route: name, params, body };
  if (!movesMoney) return deliver(name, input, token);
  const payment = paymentOf(request, begunAt);
  try {
    return await deliver(name, input, token, payment);
  } finally {
    payment.end();
  }
}

async function deliver<Name extends RouteName>(
  name: Name,
  input: Sending,
  token: string | undefined,
  payment?: Payment,
): Promise<ApiAnswer<Name>> {
  const { params, query } = input;
  const { method, path, mark } = paths[name];
  const headers = new Headers({ accept: "application/json" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (payment) headers.set("idempotency-key", payment.key);
  const body = payment ? payment.body : input.body;
  if (input.file) headers.set("content-type", "text/csv");
  else if (body !== undefined) headers.set("content-type", "application/json");
  const position = method === "GET" ? positionToSee() : undefined;
  if (position !== undefined) headers.set(POSITION_HEADER, position);

  const { response, problem } = await exchange(urlOf(path, params, query), {
    method,
    headers,
    body: input.file ?? (body === undefined ? null : JSON.stringify(body)),
    ...(input.signal && { signal: input.signal }),
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
  const isSessionOver = problem?.status === 401 && isOwnRefusal(problem) && token !== undefined;
  if (isSessionOver && !input.isSecondTry && !isLate()) {
    const isRenewed = await tokenSource().isRenewed?.(token);
    if (isRenewed && !isLate()) return send(name, { ...input, isSecondTry: true });
  }
  // Read the response before marking the payment as done, because an incomplete or malformed
  // response is treated as lost.
  const unlessLate = (error: unknown) => {
    if (isLate()) return forNobody();
    throw error;
  };
  const answer = problem ? undefined : await bodyOf(response, mark).catch(unlessLate);
  if (!problem) payment?.done();
  else if (isRefusal(problem)) payment?.forget();
  // A late response must not end the current user's session either.
  if (isLate()) return forNobody();
  if (problem) {
    if (isSessionOver) tokenSource().rejected();
    throw problem;
  }
  return answer as ApiAnswer<Name>;
}

function forNobody(): Promise<never> {
  return new Promise(() => {});
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
