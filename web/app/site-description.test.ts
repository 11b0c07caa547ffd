/** Tests the product's descriptions for search engines, devices and package tools. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

interface Manifest {
  readonly description: string;
  readonly icons: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
  }[];
}

const manifest = JSON.parse(read("web/public/manifest.webmanifest")) as Manifest;
const page = read("web/index.html");

test.each([
  ["web/index.html", /<meta\s+name="description"\s+content="([^"]+)"/.exec(page)?.[1]],
  ["the web manifest", manifest.description],
  ["package.json", (JSON.parse(read("package.json")) as Manifest).description],
  ["README.md", read("README.md").split("\n## ")[0]],
])("%s names each of the products", (_place, description) => {
  for (const product of ["Bitcoin mining", "Forex", "investing", "staking", "pool"])
    expect(description).toContain(product);
});

/** Returns the width and height in a PNG file's header. */
function pngSize(file: string): string {
  const header = readFileSync(file);
  const isPng = header.subarray(1, 4).toString() === "PNG";
  return isPng ? `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}` : "no PNG";
}

test("each icon in the manifest exists with its type and size", () => {
  const actual = manifest.icons.map(({ src }) => {
    const file = join(ROOT, "web", "public", src);
    return readFileSync(file, "utf8").startsWith("<svg ")
      ? { src, sizes: "any", type: "image/svg+xml" }
      : { src, sizes: pngSize(file), type: "image/png" };
  });
  expect(manifest.icons).toEqual(actual);
  expect(actual).toHaveLength(2);
});

test("the page links to an icon for home screens", () => {
  const [, icon = ""] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? [];
  expect(pngSize(join(ROOT, "web", "public", icon))).toBe("180x180");
});
