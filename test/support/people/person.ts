/**
 * Calls the product over HTTP as a user, with the official auth client, exactly as a browser would.
 */
import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { paths, type BrowserApi, type RouteName } from "../../../api/paths.ts";
import type { Wire } from "../../../api/route.ts";

type Answer<Name extends RouteName> = Wire<BrowserApi[Name]["response"]>;

interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface ApiProblem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
}

export class ApiFailure extends Error {
  readonly problem: ApiProblem;
  constructor(name: string, problem: ApiProblem) {
    super(`${name}: ${problem.status} ${problem.code} ${problem.title} - ${problem.detail}`);
    this.problem = problem;
  }
}

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly auth: SupabaseClient["auth"];
  call<Name extends RouteName>(name: Name, options?: CallOptions): Promise<Answer<Name>>;
  token(): Promise<string>;
}

export async function signUp(url: string, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.test`;
  const password = `long enough ${randomUUID().slice(0, 8)}`;
  const person = await personAt(url, email, password);
  const { error } = await person.auth.signUp({
    email,
    password,
    options: { data: { name, is_admin: false } },
  });
  if (error) throw error;
  return person;
}

/** Creates an anonymous account, which has neither an e-mail address nor a password. */
export async function tryOut(url: string): Promise<Person> {
  const person = await personAt(url, "", "");
  const { error } = await person.auth.signInAnonymously();
  if (error) throw error;
  return person;
}

/** Signs in a user who already has an account. */
export async function signIn(url: string, email: string, password: string): Promise<Person> {
  const person = await personAt(url, email, password);
  const { error } = await person.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return person;
}

export interface SessionTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Returns a user who continues an earlier session. */
export async function resume(
  url: string,
  { email, password }: Pick<Person, "email" | "password">,
  tokens: SessionTokens,
): Promise<Person> {
  const person = await personAt(url, email, password);
  const { error } = await person.auth.setSession(tokens);
  if (error) throw error;
  return person;
}

async function personAt(url: string, email: string, password: string): Promise<Person> {
  const config = await fetch(`${url}/config.json`);
  const { supabaseKey } = (await config.json()) as Answer<"getConfig">;
  const { auth } = createClient(url, supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const token = async (): Promise<string> => {
    const { data } = await auth.getSession();
    return data.session?.access_token ?? "";
  };
  return {
    email,
    password,
    auth,
    token,
    call: async (name, options) => callApi(url, name, await token(), options),
  };
}

/**
 * Calls a product route. Throws an ApiFailure with the problem document if the product refuses the
 * request.
 */
export async function callApi<Name extends RouteName>(
  url: string,
  name: Name,
  token: string | undefined,
  options: CallOptions = {},
): Promise<Answer<Name>> {
  const { method, path: template, movesMoney } = paths[name];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(options.params?.[key] ?? ""),
  );
  const query = new URLSearchParams(
    Object.entries(options.query ?? {}).map(([key, value]) => [key, String(value)]),
  );
  const response = await fetch(`${url}${path}${query.size > 0 ? `?${query.toString()}` : ""}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(movesMoney ? { "idempotency-key": options.idempotencyKey ?? randomUUID() } : {}),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new ApiFailure(name, answer as ApiProblem);
  return answer as Answer<Name>;
}

/**
 * Calls `ask` repeatedly until `accept` returns true for the result, and returns this result. After
 * a time limit, throws an error that contains the last result.
 */
export async function eventually<Value>(
  what: string,
  ask: () => Promise<Value>,
  accept: (value: Value) => boolean,
  waitMsMax = 60_000,
): Promise<Value> {
  const until = Date.now() + waitMsMax;
  let last: unknown;
  while (Date.now() < until) {
    try {
      const value = await ask();
      if (accept(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${what} did not happen in ${waitMsMax} ms; last: ${describe(last)}`);
}

function describe(value: unknown): string {
  return value instanceof Error ? value.message : JSON.stringify(value);
}
