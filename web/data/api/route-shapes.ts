/**
 * Types of each route's input and response in JSON form: amounts are integers, and times are RFC
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

/** `{ params, query, body }`, each only if the route has it. `query` is optional. */
export type ApiInput<Name extends RouteName> = Part<BrowserApi[Name], "params"> &
  Partial<Part<BrowserApi[Name], "query">> &
  Part<BrowserApi[Name], "body"> & {
    /**
     * When the payment's confirmation step was opened. An identical payment that another tab has
     * completed since then is treated as this payment.
     */
    readonly begunAt?: number;
  } & (BrowserApi[Name] extends { readonly streamsBody: true } ? FileUpload : unknown);

/** File for a route that streams its body, and a signal that cancels the upload. */
interface FileUpload {
  readonly file: Blob;
  readonly signal?: AbortSignal;
}

/** The response in JSON form. */
export type ApiAnswer<Name extends RouteName> = Wire<BrowserApi[Name]["response"]>;

/** Arguments of a call. The input may be omitted if all its parts are optional. */
export type ApiArguments<Name extends RouteName> =
  object extends ApiInput<Name> ? [input?: ApiInput<Name>] : [input: ApiInput<Name>];

export interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly begunAt?: number;
  readonly file?: Blob;
  readonly signal?: AbortSignal;
}
