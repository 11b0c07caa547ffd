import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { followOutput } from "./child-output.ts";
import { createLog } from "./log.ts";

async function linesOf(program: string): Promise<Record<string, unknown>[]> {
  let text = "";
  const log = createLog("info", [], { path: "", write: (line) => (text += line) });
  const child = spawn(process.execPath, ["--eval", program], { stdio: ["ignore", "pipe", "pipe"] });
  await followOutput(child, "pool", log);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("a child's log lines are copied unchanged", async () => {
  const program = `for (let n = 0; n < 3; n += 1) console.log(JSON.stringify({ level: 40, n })); process.exit()`;
  expect(await linesOf(program)).toEqual([0, 1, 2].map((n) => ({ level: 40, n })));
});

test("the stack trace of a child's crash is logged as an error", async () => {
  const [line] = await linesOf(`throw new Error("out of shares")`);
  expect(line).toMatchObject({ level: 50, msg: "the pool wrote to its standard error" });
  expect(line?.["text"]).toContain("out of shares");
});
