/**
 * Second step of the web build: turns the one HTML file of vite into the pages the server sends.
 * Each has its content, the linked CSS and one small inline script; the app is imported after the
 * page has loaded. Writes pages.json, which tells the server which file answers which path and the
 * hash of the inline script for the content security policy. The argument names the folder.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { buildLanding } from "./landing-bundle.ts";

const [OUT = "dist/web"] = process.argv.slice(2);
const RENDERER = OUT.replace("web", "prerender");

interface Renderer {
  renderPage: (path: string) => Promise<string>;
  renderShell: () => string;
  allPaths: () => { readonly open: readonly string[]; readonly signedIn: readonly string[] };
}

/**
 * `public` pages are hydrated, `shell` and `missing` ones replaced; see web/main.tsx and
 * web/boot.js. `landing` wakes by itself, and is replaced when the app is asked for.
 */
type Kind = "landing" | "public" | "shell" | "missing";

const LANDING = { path: "/", file: "index.html" };
/** Chunks that every signed-in page loads after the entry. */
const SHELL_CHUNKS = ["follow-session", "AccountArea", "SignedInArea"];

/** Vite's manifest: chunks by a key that vite chooses. */
type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly name: string; readonly imports?: readonly string[] }
  >
>;

const renderer = await loadRenderer();
const { open, signedIn } = renderer.allPaths();
const others = open
  .filter((path) => path !== LANDING.path)
  .map((path) => ({ path, file: fileOf(path) }));
const template = readFileSync(join(OUT, "index.html"), "utf8");
const manifest = readManifest();
const entry = entryOf(template);
const files = filesOf(["index"]).filter((file) => file !== entry);
const script = inlineScript(entry, files);
const shellScript = inlineScript(entry, [...files, ...shellFiles()]);
const landingScript = inlineScript(await buildLanding(OUT), []);
const SCRIPTS: Readonly<Record<Kind, string>> = {
  landing: landingScript,
  public: script,
  shell: shellScript,
  missing: script,
};
write(LANDING.file, "landing", await renderer.renderPage(LANDING.path));
for (const page of others) write(page.file, "public", await renderer.renderPage(page.path));
write("app.html", "shell", renderer.renderShell());
write("404.html", "missing", await renderer.renderPage("/no/such/page"));
const pages = {
  pages: Object.fromEntries([LANDING, ...others].map((page) => [page.path, page.file])),
  signedIn: { file: "app.html", paths: signedIn },
  notFound: "404.html",
  scriptHashes: [script, shellScript, landingScript].map(hashOf),
};
writeFileSync(join(OUT, "pages.json"), JSON.stringify(pages));
rmSync(RENDERER, { recursive: true });
rmSync(join(OUT, ".vite"), { recursive: true });
// Timers of the rendered app (caches) would keep this process for minutes.
process.exit(0);

/**
 * Bundles the app for this process with the browser's conditions, so that it renders what the
 * browser hydrates.
 */
async function loadRenderer(): Promise<Renderer> {
  await build({
    logLevel: "warn",
    build: {
      ssr: "prerender.tsx",
      outDir: `../${RENDERER}`,
      emptyOutDir: true,
      copyPublicDir: false,
    },
    ssr: { noExternal: true, resolve: { conditions: ["browser", "module", "import", "default"] } },
  });
  // The router's browser build reads window.origin and marks self when it starts.
  Object.assign(globalThis, { window: globalThis, self: globalThis, origin: "http://localhost" });
  const url = pathToFileURL(join(process.cwd(), RENDERER, "prerender.js"));
  return (await import(url.href)) as Renderer;
}

/** `/forex/days/:date` is `forex-days-date.html`. */
function fileOf(path: string): string {
  return `${path.slice(1).replaceAll(/\/:?/g, "-")}.html`;
}

function entryOf(html: string): string {
  const found = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (found === undefined) throw new Error(`${OUT}/index.html names no entry script`);
  return found;
}

/** Imports `module`; `ahead` are asked for together with it instead of after it. */
function inlineScript(module: string, ahead: readonly string[]): string {
  const source = readFileSync("web/boot.js", "utf8")
    .replaceAll("__ENTRY__", module)
    .replaceAll('"__FILES__"', JSON.stringify(ahead));
  const code = source.replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/\n\s*/g, "\n");
  return `{${code.trim()}}`;
}

function hashOf(code: string): string {
  return `sha256-${createHash("sha256").update(code).digest("base64")}`;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(OUT, ".vite", "manifest.json"), "utf8")) as Manifest;
}

/** Addresses of the scripts of these chunks and of all that they import, each once. */
function filesOf(names: readonly string[]): string[] {
  const keys = new Set(names.map(keyOf));
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  return [...keys].map((key) => `/${manifest[key]?.file}`);
}

function keyOf(name: string): string {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name);
  if (key === undefined) throw new Error(`the build has no chunk ${name}`);
  return key;
}

/** Loaded together with the entry instead of after it. */
function shellFiles(): string[] {
  const first = new Set([entry, ...files]);
  return filesOf(SHELL_CHUNKS).filter((file) => !first.has(file));
}

function write(file: string, kind: Kind, rendered: string): void {
  const { head, body } = splitTitle(rendered);
  const html = template
    .replace(/\s*<script type="module"[\s\S]*?<\/script>/, "")
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, "")
    .replace('data-theme="dark"', `data-theme="dark" data-page="${kind}"${appOf(kind)}`)
    .replace(/<title>[\s\S]*?<\/title>/, (title) => head ?? title)
    .replace("<!--boot-->", () => `<script>${SCRIPTS[kind]}</script>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
  for (const forbidden of [/<[^>]+ style="/, /\son[a-z]+="/]) {
    if (forbidden.test(html)) throw new Error(`${file} has what its policy forbids: ${forbidden}`);
  }
  writeFileSync(join(OUT, file), html);
}

/** The landing page loads the app by itself: it is told the files. */
function appOf(kind: Kind): string {
  return kind === "landing" ? ` data-app="${[entry, ...files].join(" ")}"` : "";
}

/** A title stands among what is rendered; it belongs into the head. */
function splitTitle(rendered: string): { head: string | undefined; body: string } {
  const head = /<title>[^<]*<\/title>/.exec(rendered)?.[0];
  return { head, body: head === undefined ? rendered : rendered.replace(head, "") };
}
