/**
 * Tests a SIGKILL while a proof of liabilities is written: no part of it is published, and the next
 * start takes a whole one.
 */
import { afterAll, expect, test } from "vitest";
import { getCoins } from "../support/people/main-job.ts";
import { signUp } from "../support/people/person.ts";
import { insideEmbedded } from "../support/servers/inside-embedded.ts";
import { startServerIn, startServerOnDisk, type RunningServer } from "../support/servers/server.ts";

const PROOF_MS_MAX = 60_000;
const TABLES = ["proofs", "nodes", "leaves"].map((name) => `transparency_${name}`);

let server: RunningServer | undefined;
afterAll(() => server?.close());

const rowsOf = (dataDir: string) =>
  insideEmbedded(dataDir, async (database) =>
    Promise.all(TABLES.map(async (table) => (await database.query(`select from ${table}`)).length)),
  );

test("a proof whose process is killed is not published, and the next start takes one", async () => {
  server = await startServerOnDisk({ env: { FAILPOINTS: "transparency.proof-half-written" } });
  const { dataDir, exited } = server;
  const person = await signUp(server.url, "Pia");
  await getCoins(person);
  // The process ends itself with SIGKILL, so it has no exit code.
  expect(await exited).toBeNull();
  server = await startServerIn(dataDir);
  const { url } = server;
  const proofs = async () => {
    const answer = await fetch(`${url}/api/v1/transparency/proofs`);
    return ((await answer.json()) as { items: { leaves: number }[] }).items;
  };
  await expect.poll(proofs, { timeout: PROOF_MS_MAX }).toMatchObject([{ leaves: 2 }]);
  // One proof, two levels of its tree and one user: nothing is left of the first attempt.
  expect(await rowsOf(dataDir)).toEqual([1, 2, 1]);
});
