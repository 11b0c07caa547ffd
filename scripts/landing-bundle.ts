/** Builds web/app/landing-main.tsx for the browser into dist/web/assets. */
import react from "@vitejs/plugin-react";
import { build } from "vite";

/** Builds the bundle and returns the URL of the entry. */
export async function buildLanding(outDir: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: "web",
    logLevel: "warn",
    plugins: [react()],
    build: {
      target: "es2023",
      outDir: `../${outDir}`,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: "web/app/landing-main.tsx",
        output: { entryFileNames: "assets/landing-[hash].js" },
      },
    },
  });
  const [bundle] = [result].flat();
  const entry =
    bundle !== undefined && "output" in bundle
      ? bundle.output.find((file) => file.type === "chunk" && file.isEntry)
      : undefined;
  if (entry === undefined) throw new Error("the landing page was built without an entry");
  return `/${entry.fileName}`;
}
