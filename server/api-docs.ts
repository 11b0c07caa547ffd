/**
 * The page at /api/docs: the OpenAPI document as a list to read. Plain HTML without script, made
 * from the same document that programs get, so that the two cannot differ.
 */
import { createHash } from "node:crypto";
import { z } from "zod";

const schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  /** Of a list. */
  items: z.looseObject({ enum: z.array(z.unknown()).optional() }).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

const operation = z.object({
  summary: z.string().default(""),
  tags: z.array(z.string()).default([]),
  security: z.array(z.unknown()).default([]),
  "x-administrators-only": z.boolean().default(false),
  "x-key-scope": z.string().optional(),
  "x-second-factor": z.boolean().default(false),
  "x-idempotency-key": z.boolean().default(false),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema })) }).optional(),
});

const openApi = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

type Operation = z.infer<typeof operation>;
type Schema = z.infer<typeof schema>;

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

/** For the content security policy: allows the page's style and no other. */
export const apiDocsStyleHash = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** `label` is the practice label, which every page carries in its title and text. */
export function apiDocsPage(document: unknown, label: string): string {
  const { info, paths } = openApi.parse(document);
  // Supabase Auth is described by its makers.
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
<p>Sign-in is Supabase Auth at <code>/auth/v1</code>; its access token is the bearer token here. A program uses a key that its person made in Settings, API Keys, or with <code>POST /api/v1/me/keys</code> instead: <code>Authorization: Bearer hf_...</code>, with the scope that stands at the route; where none does, keys get 403 not_for_keys, and the live stream takes none. Lists answer with items and nextCursor. A request that moves money carries a UUID as Idempotency-Key, and the same key with the same body gets the same answer. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join("\n")}
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
  const body = Object.values(one.requestBody?.content ?? {})[0]?.schema;
  const rows = [
    ["Who", whoMayCall(one)],
    ["Key", one["x-key-scope"] ?? (one.security.length === 0 ? "" : "refused")],
    ["Path", inPlace("path").join(", ")],
    ["Query", inPlace("query").join(", ")],
    ["Header", one["x-idempotency-key"] ? "Idempotency-Key: a UUID" : ""],
    ["Body", body ? bodyText(body) : ""],
  ] as const;
  const shown = rows
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `<dt>${name}</dt><dd>${escape(text)}</dd>`);
  return `<article><h3>${method.toUpperCase()} ${escape(path)}</h3><p>${escape(one.summary)}</p><dl>${shown.join("")}</dl></article>`;
}

function whoMayCall(one: Operation): string {
  if (one.security.length === 0) return "anyone";
  if (!one["x-administrators-only"]) return "the signed-in user";
  return one["x-second-factor"]
    ? "an administrator with a second factor, else 403 second_factor_required"
    : "an administrator";
}

function bodyText({ properties, required = [] }: Schema): string {
  const fields = Object.entries(properties ?? {}).map(([name, one]) =>
    fieldText(name, schema.parse(one), required.includes(name)),
  );
  return fields.length === 0 ? "JSON" : fields.join(", ");
}

function fieldText(name: string, field: Schema, isRequired: boolean): string {
  return `${name}${isRequired ? "" : "?"}: ${kindText(field)}`;
}

function kindText({ type, enum: values, items }: Schema): string {
  if (values) return values.map(String).join(" | ");
  if (items?.enum) return `list of ${items.enum.map(String).join(" | ")}`;
  return [type ?? "any"].flat().join(" | ");
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
