/**
 * The three kinds of failure. A Refusal is the product saying no (4xx, or 503 for not yet, with the
 * title and text a person sees), an Outage is something outside being unreachable (503); everything
 * else is a bug (500). Each module keeps its refusals as one table in its `refusals.ts`, made with
 * `defineRefusals`.
 */
export interface RefusalText {
  readonly status: 400 | 401 | 403 | 404 | 409 | 421 | 422 | 429 | 503;
  /** Shown as the title of the notice. */
  readonly title: string;
  /** Shown as its text; `{name}` places are filled by the values given when refusing. */
  readonly text: string;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string;
  readonly status: RefusalText["status"];
  readonly title: string;
  readonly text: string;

  constructor(code: string, refusal: RefusalText) {
    super(`${code}: ${refusal.text}`);
    this.code = code;
    this.status = refusal.status;
    this.title = refusal.title;
    this.text = refusal.text;
  }
}

/**
 * Something outside (node, database, feed, mailer) did not answer. Only idempotent work is retried.
 */
export class Outage extends Error {
  override readonly name = "Outage";
  readonly what: string;

  constructor(what: string, message: string, options?: ErrorOptions) {
    super(`${what}: ${message}`, options);
    this.what = what;
  }
}

type Values = Readonly<Record<string, string>>;
export type Refuse<Code extends string> = Readonly<Record<Code, (values?: Values) => Refusal>>;

/**
 * Turns a module's table of texts into functions: `refuse.invalidAmount()` returns the Refusal, the
 * caller throws it. The problem document's `code` is the key.
 */
export function defineRefusals<Code extends string>(
  table: Readonly<Record<Code, RefusalText>>,
): Refuse<Code> {
  const entries = (Object.entries(table) as [Code, RefusalText][]).map(
    ([code, refusal]) =>
      [code, (values: Values = {}) => new Refusal(code, fill(refusal, values))] as const,
  );
  return Object.fromEntries(entries) as Refuse<Code>;
}

function fill(refusal: RefusalText, values: Values): RefusalText {
  const text = refusal.text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  return { ...refusal, text };
}
