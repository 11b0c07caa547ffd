/**
 * Tests simultaneous requests from many users, which share SQL statements. Every user must get
 * their own data, and a signed-out user must be refused even in a shared batch.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid, openDatabase } from "#platform";
import { pseudoRandom } from "../support/inputs/pseudo-random.ts";
import { callApi, signUp, type Person } from "../support/people/person.ts";
import { startServer, type InstalledServer } from "../support/servers/server.ts";

const PEOPLE = 16;
const ROUNDS = 30;
const AT_ONCE = 60;

interface Somebody {
  readonly person: Person;
  readonly token: string;
  readonly sats: number;
  readonly tariff: string;
}

let server: InstalledServer;
let people: Somebody[];

beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0" } });
  people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, index) => {
      const person = await signUp(server.url, `Person${index}`);
      const tariff = `0.${101 + index}`.replace(/0$/, "");
      await person.call("setTariff", { body: { usdPerKwh: tariff } });
      return { person, token: await person.token(), sats: 1_000 + index, tariff };
    }),
  );
  const database = openDatabase(server.databaseUrl);
  const ids = await Promise.all(people.map(({ token }) => callApi(server.url, "getMe", token)));
  await database.transaction((tx) =>
    postAll(
      tx,
      people.map(({ sats }, index) => ({
        id: newUuid(),
        debit: outsideAccount("chain"),
        credit: userAccount(ids[index]?.id ?? "", "available", "BTC"),
        amount: BigInt(sats),
        code: "opening" as const,
      })),
    ),
  );
  await database.close();
});
afterAll(() => server.close());

/** For each page, a value that identifies its owner. */
const PAGES = {
  getMe: async ({ token }: Somebody) => (await callApi(server.url, "getMe", token)).email,
  getWallet: async ({ token }: Somebody) =>
    (await callApi(server.url, "getWallet", token)).availableSats,
  getMining: async ({ token }: Somebody) =>
    (await callApi(server.url, "getMining", token)).tariff.usdPerKwh,
};
const expected = { getMe: "email", getWallet: "sats", getMining: "tariff" } as const;
type Page = keyof typeof PAGES;

const own = ({ person, ...rest }: Somebody, page: Page) =>
  ({ email: person.email, ...rest })[expected[page]];

test("users get their own pages from a shared batch", async () => {
  const random = pseudoRandom(7);
  const any = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  for (let round = 0; round < ROUNDS; round += 1) {
    const readers = Array.from({ length: AT_ONCE }, () => ({
      who: any(people),
      page: any(Object.keys(PAGES) as Page[]),
    }));
    const answers = await Promise.all(readers.map(({ who, page }) => PAGES[page](who)));
    expect(answers).toEqual(readers.map(({ who, page }) => own(who, page)));
  }
});

test("a signed-out user is refused in a batch with signed-in users", async () => {
  const gone = people.slice(0, 3);
  for (const { person } of gone) {
    await person.auth.signOut({ scope: "local" });
    const answers = await Promise.all(
      people.map((who) =>
        PAGES.getMe(who).catch((error: { readonly problem: { readonly code: string } }) => {
          return error.problem.code;
        }),
      ),
    );
    const out = gone.slice(0, gone.findIndex((one) => one.person === person) + 1);
    expect(answers).toEqual(
      people.map((who) => (out.includes(who) ? "session_ended" : who.person.email)),
    );
  }
});
