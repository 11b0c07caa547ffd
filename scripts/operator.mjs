/**
 * Lets the operator's commands call the running installation, over HTTP and with the service key in
 * its data folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { DATA_DIR = "data", HOST = "127.0.0.1", PORT = "3000" } = process.env;

/**
 * Returns the response to POST /auth/v1/admin/{route}. If there is no response, prints the reason
 * and exits with status 1.
 */
export async function askOperator(route, body) {
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const place = `http://${host}:${PORT}`;
  const answer = await fetch(`${place}/auth/v1/admin/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${serviceKey()}` },
    body: JSON.stringify(body),
  }).catch(() => failWith(`No installation answers at ${place}: start it, or set HOST and PORT.`));
  const answered = await answer.json().catch(() => undefined);
  if (answer.ok && answered === undefined)
    failWith(`The program at ${place} is not Hashfloor: set HOST and PORT.`);
  if (!answer.ok) failWith(answered?.msg ?? whyNot(place, answer.status));
  return answered;
}

function whyNot(place, status) {
  return status === 503
    ? `The installation at ${place} is not ready yet: try again in a moment.`
    : `The installation at ${place} answered ${status}.`;
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
