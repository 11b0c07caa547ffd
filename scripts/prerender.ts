/**
 * Turns Vite's single HTML file into the pages that the server sends. This is the second step of
 * the web build. Each page contains its content, the linked CSS and one small inline script. The
 * app is imported after the page has loaded. Also writes pages.json, which maps paths to files and
 * contains the hash of the inline script for the content security policy. The argument is the
 * folder.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { buildLanding } from "./landing-bundle.ts";

const [OUT = "dist/web"] = process.argv.slice(2);
const RENDERER = OUT.replace("web", "prerender");

interface Page {
  readonly path: string;
  readonly isSignedIn: boolean;
  readonly chunks: readonly string[];
}

interface Renderer {
  renderPage: (path: string) => Promise<string>;
  renderShell: () => string;
  allPages: () => readonly Page[];
}

/**
 * Kind of a page. `public` pages are hydrated, while `shell` and `missing` pages are replaced
 * (web/app/main.tsx and web/app/boot.js). The `landing` page has its own script and is replaced
 * when the app is needed.
 */
type Kind = "landing" | "public" | "shell" | "missing";

const LANDING = { path: "/", file: "index.html" };
/**
 * The chunk that handles the stored session. web/app/main.tsx loads this chunk on signed-in pages.
 */
const SESSION_CHUNK = "follow-session";

/** Vite's manifest, which contains the chunks under keys that Vite chooses. */
type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly name: string; readonly imports?: readonly string[] }
  >
>;

const renderer = await loadRenderer();
const template = readFileSync(join(OUT, "index.html"), "utf8");
const manifest = readManifest();
const script = inlineScript(filesOf([])[0] ?? "");
const landingScript = inlineScript(await buildLanding(OUT));
const shell = renderer.renderShell();
const pages = renderer.allPages().map((page) => ({ ...page, file: fileOf(page.path) }));
for (const { path, file, isSignedIn, chunks } of pages) {
  if (path === LANDING.path) write(file, "landing", await renderer.renderPage(path), []);
  else if (isSignedIn) write(file, "shell", shell, [SESSION_CHUNK, ...chunks]);
  else write(file, "public", await renderer.renderPage(path), chunks);
}
write("404.html", "missing", await renderer.renderPage("/no/such/page"), []);
const siteMap = {
  pages: Object.fromEntries(pages.map(({ path, file }) => [path, file])),
  notFound: "404.html",
  scriptHashes: [script, landingScript].map(hashOf),
};
writeFileSync(join(OUT, "pages.json"), JSON.stringify(siteMap));
rmSync(RENDERER, { recursive: true });
rmSync(join(OUT, ".vite"), { recursive: true });
// Timers of the rendered app, such as those of caches, would keep this process running for minutes.
process.exit(0);

/**
 * Bundles the app for this process with the import conditions of browsers, so that the rendered
 * HTML matches the HTML that the browser hydrates.
 */
async function loadRenderer(): Promise<Renderer> {
  await build({
    logLevel: "warn",
    build: {
      ssr: "app/prerender.tsx",
      outDir: `../${RENDERER}`,
      emptyOutDir: true,
      copyPublicDir: false,
    },
    ssr: { noExternal: true, resolve: { conditions: ["browser", "module", "import", "default"] } },
  });
  // At startup, the router's browser build reads window.origin and sets a property on self.
  Object.assign(globalThis, { window: globalThis, self: globalThis, origin: "http://localhost" });
  const url = pathToFileURL(join(process.cwd(), RENDERER, "prerender.js"));
  return (await import(url.href)) as Renderer;
}

/** Returns the page's file name: `/forex/days/:date` becomes `forex-days-date.html`. */
function fileOf(path: string): string {
  return path === LANDING.path ? LANDING.file : `${path.slice(1).replaceAll(/\/:?/g, "-")}.html`;
}

function inlineScript(module: string): string {
  const source = readFileSync("web/app/boot.js", "utf8").replaceAll("__ENTRY__", module);
  const code = source.replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/\n\s*/g, "\n");
  return `{${code.trim()}}`;
}

function hashOf(code: string): string {
  return `sha256-${createHash("sha256").update(code).digest("base64")}`;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(OUT, ".vite", "manifest.json"), "utf8")) as Manifest;
}

/** Returns the URLs of the entry, of these chunks and of all their imports, without duplicates. */
function filesOf(names: readonly string[]): string[] {
  const keys = new Set<string>();
  const add = (key: string): void => {
    if (keys.has(key)) return;
    keys.add(key);
    manifest[key]?.imports?.forEach(add);
  };
  ["index", ...names].map(keyOf).forEach(add);
  return [...keys].map((key) => `/${manifest[key]?.file}`);
}

function keyOf(name: string): string {
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
  if (keys.length !== 1) throw new Error(`the build has ${keys.length} chunks ${name}, not one`);
  return keys[0] ?? "";
}

function write(file: string, kind: Kind, rendered: string, chunks: readonly string[]): void {
  const { head, body } = splitTitle(rendered);
  // The landing page loads the app when the app is needed. All other pages load the app at once.
  const filesName = kind === "landing" ? "data-app" : "data-files";
  const html = template
    .replace(/\s*<script type="module"[\s\S]*?<\/script>/, "")
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, "")
    .replace(
      'data-theme="dark"',
      `data-theme="dark" data-page="${kind}" ${filesName}="${filesOf(chunks).join(" ")}"`,
    )
    .replace(/<title>[\s\S]*?<\/title>/, (title) => head ?? title)
    .replace("<!--boot-->", () => `<script>${kind === "landing" ? landingScript : script}</script>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
  for (const forbidden of [/<[^>]+ style="/, /\son[a-z]+="/]) {
    if (forbidden.test(html)) throw new Error(`${file} has what its policy forbids: ${forbidden}`);
  }
  writeFileSync(join(OUT, file), html);
}

/** Separates the title from the rendered page, because the title belongs in the head. */
function splitTitle(rendered: string): { head: string | undefined; body: string } {
  const head = /<title>[^<]*<\/title>/.exec(rendered)?.[0];
  return { head, body: head === undefined ? rendered : rendered.replace(head, "") };
}
