/**
 * Generates a typed client from an OpenAPI document with oazapfts, in a separate folder. Test
 * programs are written to the same folder and import the client as `./client.ts`.
 */
import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateSource } from "oazapfts";
import { memoryFolder, removeFolder } from "./scratch-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const SETTINGS = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "es2024",
    module: "nodenext",
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    types: ["node"],
  },
};

export interface ApiClient {
  /** Returns the compiler's errors for a program, or an empty string if it compiles. */
  compile(source: string): Promise<string>;
  /** Runs a program and returns the JSON that it prints. */
  run(source: string, env: Readonly<Record<string, string>>): Promise<unknown>;
  remove(): void;
}

export async function generateClient(document: string): Promise<ApiClient> {
  const folder = memoryFolder();
  const program = join(folder, "program.ts");
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  writeFileSync(join(folder, "openapi.json"), document);
  const client = await generateSource(join(folder, "openapi.json"), { optimistic: true });
  writeFileSync(join(folder, "client.ts"), client);
  const start = (file: string, words: readonly string[], env: Readonly<Record<string, string>>) => {
    return promisify(execFile)(process.execPath, [file, ...words], { cwd: folder, env });
  };
  return {
    async compile(source) {
      writeFileSync(program, source);
      try {
        return (await start(COMPILER, ["-p", "."], {})).stdout;
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    },
    async run(source, env) {
      writeFileSync(program, source);
      return JSON.parse((await start(program, [], env)).stdout);
    },
    remove: () => removeFolder(folder),
  };
}
