/**
 * How the operator's own commands ask the running installation: over HTTP, with the service key of
 * its data folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { DATA_DIR = "data", HOST = "127.0.0.1", PORT = "3000" } = process.env;

/**
 * The answer to POST /auth/v1/admin/{route}. What stands in the way is printed, and the program
 * ends with status 1.
 */
export async function askOperator(route, body) {
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const answer = await fetch(`http://${host}:${PORT}/auth/v1/admin/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${serviceKey()}` },
    body: JSON.stringify(body),
  }).catch(() =>
    failWith(`No installation answers at http://${host}:${PORT}: start it, or set HOST and PORT.`),
  );
  const answered = await answer.json();
  if (!answer.ok) failWith(answered.msg ?? `The installation answered ${answer.status}.`);
  return answered;
}

function serviceKey() {
  const path = join(DATA_DIR, "service-role-key");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return failWith(`Cannot read ${path}: set DATA_DIR to the data folder of the installation.`);
  }
}

export function failWith(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
