/**
 * Defines the three kinds of errors. A Refusal is a decision of the product (4xx, or 503 for "not
 * yet") with the title and text that the user sees. An Outage means that an external service is
 * unreachable (503). Any other error is a bug (500). Each module defines its refusals with
 * `defineRefusals` in one table in its `refusals.ts`.
 */
export interface RefusalText {
  readonly status: 400 | 401 | 403 | 404 | 409 | 421 | 422 | 429 | 503;
  /** Shown as the title of the notice. */
  readonly title: string;
  /**
   * Shown as the text of the notice. `{name}` placeholders are replaced by the refusal's values.
   */
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
 * An external service (node, database, price feed, mail server) did not respond. Only idempotent
 * work may be retried.
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
 * Turns a module's table of texts into functions: `refuse.invalidAmount()` returns the Refusal, and
 * the caller throws it. The key becomes the `code` of the problem document.
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
