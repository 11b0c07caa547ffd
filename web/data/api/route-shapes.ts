/**
 * What each route takes and answers, as it goes over the wire: amounts are JSON integers, times RFC
 * 3339 text.
 */
import type { z } from "zod";
import type { BrowserApi, RouteName } from "../../../api/paths.ts";
import type { Wire } from "../../../api/route.ts";

type Part<Row, Name extends string> = Row extends { readonly [Key in Name]: infer Schema }
  ? Schema extends z.ZodType
    ? { readonly [Key in Name]: Wire<Schema> }
    : unknown
  : unknown;

/** `{ params, query, body }`, each only where the route has it; a query may be left out. */
export type ApiInput<Name extends RouteName> = Part<BrowserApi[Name], "params"> &
  Partial<Part<BrowserApi[Name], "query">> &
  Part<BrowserApi[Name], "body"> & {
    /**
     * When the second look at a payment was opened: what another tab has paid since then is this
     * very payment.
     */
    readonly begunAt?: number;
  };

/** The answer as it comes over the wire. */
export type ApiAnswer<Name extends RouteName> = Wire<BrowserApi[Name]["response"]>;

/** Of a call: the input may be left out where all of it may. */
export type ApiArguments<Name extends RouteName> =
  object extends ApiInput<Name> ? [input?: ApiInput<Name>] : [input: ApiInput<Name>];

/** The input of whichever route. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly begunAt?: number;
}
