/**
 * Renders the OpenAPI document as a readable HTML page without scripts, at /api/docs. The page is
 * generated from the published document, so the two always agree.
 */
import { createHash } from "node:crypto";
import { z } from "zod";

interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(schema).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema }));

const operation = z.object({
  summary: z.string().default(""),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  "x-administrators-only": z.boolean().default(false),
  "x-key-scope": z.string().optional(),
  "x-second-factor": z.boolean().default(false),
  "x-idempotency-key": z.boolean().default(false),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })).default({}),
});

const openApi = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z
    .object({ schemas: z.record(z.string(), schema).default({}) })
    .default({ schemas: {} }),
});

type Operation = z.infer<typeof operation>;

const STYLE = `
:root{color-scheme:light dark;--fg:#1b1c18;--dim:#5c5d54;--bg:#f1f2ee;--line:#c0c1b8;--accent:#8a5200}
@media(prefers-color-scheme:dark){:root{--fg:#edede7;--dim:#b4b4aa;--bg:#10110f;--line:#3d3e38;--accent:#f0ab45}}
body{max-width:72rem;margin:0 auto;padding:1rem;background:var(--bg);color:var(--fg);font:1rem/1.5 system-ui,sans-serif}
p{max-width:75ch}a,.label{color:var(--accent)}.label{font-weight:600}h2{margin-top:2.5rem}
h3{margin:0;font:600 1rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
article{border-top:1px solid var(--line);padding:.75rem 0}article p,dl{margin:.25rem 0}
dl{display:grid;grid-template-columns:6rem minmax(0,1fr);font-size:.875rem}dt{color:var(--dim)}
dd{margin:0;overflow-wrap:anywhere}
`;

/** Hash of the page's only style, for the content security policy. */
export const apiDocsStyleHash = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/**
 * Returns the page as HTML. `label` is the practice label, which appears in the title and the text.
 */
export function apiDocsPage(document: unknown, label: string): string {
  const { info, paths, components } = openApi.parse(document);
  // Paths below /auth/v1 are omitted, because Supabase documents them.
  const own = Object.entries(paths).filter(([path]) => !path.startsWith("/auth/v1"));
  const routes = own.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method, one })),
  );
  const groups = Map.groupBy(routes, ({ one }) => one.tags[0] ?? "site");
  const sections = [...groups].map(
    ([name, members]) =>
      `<section><h2>${escape(name)}</h2>${members.map(articleOf).join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escape(info.title)} · ${escape(label)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<header><p class="label">${escape(label)}</p><a href="/">${escape(info.title)}</a></header>
<main>
<h1>${escape(info.title)} API ${escape(info.version)}</h1>
<p>${escape(info.description)}</p>
<p>Sign-in is Supabase Auth at <code>/auth/v1</code>. Use its access token as the bearer token. Programs use an API key instead: <code>Authorization: Bearer hf_...</code>. Users create keys in Settings, API Keys, or with <code>POST /api/v1/me/keys</code>. Each route names the scope that a key needs. Routes without one refuse keys with 403 not_for_keys. The live stream accepts no keys. Lists return items and nextCursor. Requests that move money need a UUID as Idempotency-Key. The same key with the same body gets the same answer. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join("\n")}
<section><h2>Shapes</h2>${Object.entries(components.schemas).map(shapeOf).join("")}</section>
</main>
</body>
</html>
`;
}

function articleOf(route: { path: string; method: string; one: Operation }): string {
  const { path, method, one } = route;
  const inPlace = (place: string) =>
    one.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => fieldText(parameter.name, parameter.schema, parameter.required));
  const body = schemaOf(one.requestBody?.content);
  const answer = schemaOf(one.responses["200"]?.content);
  const rows = [
    ["Who", whoMayCall(one)],
    ["Key", one["x-key-scope"] ?? (isOpen(one) ? "" : "refused")],
    ["Path", inPlace("path").join(", ")],
    ["Query", inPlace("query").join(", ")],
    ["Header", one["x-idempotency-key"] ? "Idempotency-Key: a UUID" : ""],
    ["Body", body ? bodyText(body) : ""],
    ["Answer", answer ? bodyText(answer) : ""],
  ] as const;
  const shown = rows
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `<dt>${name}</dt><dd>${escape(text)}</dd>`);
  return `<article><h3>${method.toUpperCase()} ${escape(path)}</h3><p>${escape(one.summary)}</p><dl>${shown.join("")}</dl></article>`;
}

function whoMayCall(one: Operation): string {
  if (isOpen(one)) return "anyone";
  if (!one["x-administrators-only"]) return "the signed-in user";
  return one["x-second-factor"]
    ? "an administrator with a second factor, else 403 second_factor_required"
    : "an administrator";
}

function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((way) => Object.keys(way).length === 0);
}

function schemaOf(media: z.infer<typeof content> = {}): Schema | undefined {
  return Object.values(media)[0]?.schema;
}

function shapeOf([name, shape]: [string, Schema]): string {
  return `<article id="${escape(name)}"><h3>${escape(name)}</h3><p>${escape(bodyText(shape))}</p></article>`;
}

/** Returns the fields of an object without the enclosing braces. */
function bodyText(body: Schema): string {
  return fieldsText(body) ?? kindText(body);
}

function fieldsText({ properties, required = [] }: Schema): string | undefined {
  if (!properties) return undefined;
  return Object.entries(properties)
    .map(([name, one]) => fieldText(name, one, required.includes(name)))
    .join(", ");
}

function fieldText(name: string, field: Schema, isRequired: boolean): string {
  return `${name}${isRequired ? "" : "?"}: ${kindText(field)}`;
}

function kindText(field: Schema): string {
  const { $ref, type, enum: values, anyOf, items } = field;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (values) return values.map(String).join(" | ");
  if (anyOf) return anyOf.map(kindText).join(" | ");
  if (items) return `list of ${kindText(items)}`;
  const fields = fieldsText(field);
  return fields === undefined ? [type ?? "any"].flat().join(" | ") : `{ ${fields} }`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
