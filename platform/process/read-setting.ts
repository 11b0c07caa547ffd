/**
 * Reads one setting from the environment: its value, or the content of the file named by the
 * variable with the suffix `_FILE`. Container engines provide secrets as such files, which keeps
 * the secrets out of the environment.
 */
import { readFileSync } from "node:fs";
import { StartError } from "../errors/start-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the setting, or undefined if it is missing or empty. Throws a StartError that never
 * contains a value.
 */
export function readSetting(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim() || undefined;
  const file = environment[`${name}_FILE`]?.trim() || undefined;
  if (file === undefined) return value;
  if (value !== undefined)
    throw new StartError(`${name} and ${name}_FILE are both set; set one of them.`);
  return inFile(name, file);
}

function inFile(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new StartError(`${name}_FILE: ${file} cannot be read.`, { cause: error });
  }
  if (text === "") throw new StartError(`${name}_FILE: ${file} is empty.`);
  return text;
}
