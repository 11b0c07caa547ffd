/**
 * Runs every `examples/NN-name.sql` in a transaction that is rolled back, and compares the output
 * with the recorded `.sql.out`. To record the output again, run `vitest run modules/ledger/examples
 * --update`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sqlState } from "#platform";
import type pg from "pg";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";

const FOLDER = join(import.meta.dirname, "examples");
const prelude = readFileSync(join(FOLDER, "prelude.sql"), "utf8");
const examples = readdirSync(FOLDER).filter((name) => /^\d\d-.*\.sql$/.test(name));

const books = fileDatabase({ asSuperuser: true });

test.each(examples)("%s prints its recorded output", async (name) => {
  const client = await books.database.pool.connect();
  try {
    await client.query("begin");
    await client.query(prelude);
    const printed: string[] = [];
    for (const statement of readFileSync(join(FOLDER, name), "utf8").split(/(?<=;)\s*\n/))
      if (statement.trim() !== "")
        printed.push(statement.trim(), await answer(client, statement), "");
    // Otherwise, a misspelt statement would be recorded together with its error.
    expect(printed.join("\n")).not.toMatch(/ERROR 42/);
    await expect(printed.join("\n")).toMatchFileSnapshot(join(FOLDER, `${name}.out`));
  } finally {
    await client.query("rollback");
    client.release();
  }
});

async function answer(client: pg.PoolClient, statement: string): Promise<string> {
  await client.query("savepoint before_statement");
  try {
    const { fields, rows } = await client.query<unknown[]>({ text: statement, rowMode: "array" });
    return table([fields.map((field) => field.name), ...rows.map((row) => row.map(shown))]);
  } catch (error) {
    await client.query("rollback to savepoint before_statement");
    return `ERROR ${sqlState(error)}: ${error instanceof Error ? error.message : ""}`;
  }
}

function shown(value: unknown): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : `${value as string | bigint | number}`;
}

function table(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join(" | ")
        .trimEnd(),
    )
    .join("\n");
}
