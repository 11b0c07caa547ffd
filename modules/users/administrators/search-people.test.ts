/**
 * Tests that a user search returns the same users in the same order as a scan of every name and
 * address, in both paging directions and for texts of any length.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { listPeople } from "./list-people.ts";
import type { PeopleFilter } from "./people-search-table.ts";

const installation = fileDatabase();
const now = new Date();
const NAMES = [
  "Ada Hopper",
  "Ünlü Şen",
  "退款 王",
  "50% off",
  "a_b",
  "C\\D",
  "X Æ",
  "Grace",
  "99 Luft",
];
/** More users than the first search scans, so that the indexes are tested as well. */
const PEOPLE = 4_500;

interface Everybody {
  readonly id: string;
  readonly text: string;
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  readonly isAnonymous: boolean;
}

let everybody: Everybody[] = [];

beforeAll(async () => {
  const { database } = installation;
  await database.query(
    `insert into users_users (id, email, raw_user_meta_data, created_at, updated_at, banned_until, deleted_at, is_anonymous)
     select gen_random_uuid(), case when n % 1500 = 1 then 'zq' else 'p' end || n || '@example.test',
       case when n % 11 = 0 then '{}' else jsonb_build_object('name', ($2::text[])[1 + n * 7 % 9]) end,
       now() - n / 3 * interval '1 minute', now(),
       case when n % 50 = 3 then now() + interval '1 day' when n % 50 = 4 then now() - interval '1 day' end,
       case when n % 40 = 7 then now() end, n % 60 = 9
     from generate_series(1, $1::int) as n`,
    [PEOPLE, NAMES],
  );
  await database.query(
    `insert into users_roles (user_id, role, granted_at)
     select id, 'administrator', now() from users_users order by email limit 60`,
  );
  await database.query("analyze users_users");
  everybody = await database.query<Everybody>(
    `select u.id, u.search_text as text, u.banned_until is not null and u.banned_until > $1 as "isDisabled",
       exists (select from users_roles r where r.user_id = u.id) as "isAdmin",
       u.is_anonymous as "isAnonymous"
     from users_users u where u.deleted_at is null order by u.created_at desc, u.id desc`,
    [now],
  );
});

async function read(search: string | undefined, filter: PeopleFilter): Promise<string[]> {
  // PostgreSQL folds case and accents in the expected text, because JavaScript treats some letters
  // differently.
  const [folded] = await installation.database.query<{ text: string }>(
    "select btrim(users_folded($1)) as text",
    [search?.trim() ?? ""],
  );
  return everybody
    .filter(
      ({ text, isAdmin, isAnonymous, isDisabled }) =>
        text.includes(folded?.text ?? "") &&
        (filter !== "admins" || isAdmin) &&
        (filter !== "trying" || isAnonymous) &&
        (filter !== "disabled" || isDisabled),
    )
    .map(({ id }) => id);
}

const searched = fc.oneof(
  fc.constantFrom("ada", "GRACE", "hopper", "@example", "zq", "ZQ1", "p44", "nobody-at-all", "%"),
  fc.constantFrom(
    "_",
    "\\",
    "0%",
    "a_",
    "tx",
    "tn",
    "er",
    "q",
    "退",
    "款 王",
    "Ü",
    "şen",
    "æ",
    "\n",
    "sen",
    "unlu",
    "́",
    "％",
  ),
  fc.constantFrom("x æ", "c\\d", "50% off", "99", "9", " ada ", "z1", "'", "e.t"),
  fc.string({ minLength: 1, maxLength: 3 }).filter((text) => !text.includes("\0")),
);

test("every page of a search matches a scan of all users, in both directions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(searched, { nil: undefined }),
      fc.constantFrom<PeopleFilter>("all", "admins", "disabled", "trying"),
      fc.integer({ min: 1, max: 60 }),
      async (search, filter, limit) => {
        const expected = await read(search, filter);
        const page = (cursor?: string | null) =>
          listPeople(installation.database, {
            search,
            filter,
            limit,
            now,
            cursor: cursor ?? undefined,
          });
        const ids = ({ items }: Awaited<ReturnType<typeof page>>) => items.map(({ id }) => id);
        const first = await page();
        expect(ids(first)).toEqual(expected.slice(0, limit));
        expect(first.nextCursor === null).toBe(expected.length <= limit);
        if (first.nextCursor === null) return;
        const second = await page(first.nextCursor);
        expect(ids(second)).toEqual(expected.slice(limit, 2 * limit));
        expect(ids(await page(second.previousCursor))).toEqual(expected.slice(0, limit));
      },
    ),
    { numRuns: 300 },
  );
});

describe("search texts", () => {
  const id = "0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d";

  beforeAll(async () => {
    await installation.database.query(
      `insert into users_users (id, email, raw_user_meta_data, created_at, updated_at)
       values ($1, 'zoe.muller@example.test', jsonb_build_object('name', 'Zoé  O''Müller-ŁØ Щукин'), now(), now())`,
      [id],
    );
    await installation.database.query(
      "insert into users_profiles (user_id, mining_name) values ($1, 'rig-of-zoe')",
      [id],
    );
  });

  test.each([
    ["the exact name", "Zoé  O'Müller-ŁØ Щукин"],
    ["capitals with accents", "ZOÉ O'MÜLLER"],
    ["capitals of another alphabet", "ЩУКИН"],
    ["no accents", "zoe o'muller-lo"],
    ["accents as separate characters", "Zoe\u0301 O'Mu\u0308ller"],
    ["extra spaces", "zoé    o'müller"],
    ["the curly apostrophe of a phone keyboard", "o’muller"],
    ["the id", id],
    ["the id in capitals", ` ${id.toUpperCase()} `],
    ["the mining name", "rig-of-zoe"],
    ["the address with the name, as copied from a mail program", "Zoé <Zoe.Muller@example.test>,"],
    ["a copied mailto link", "mailto:zoe.muller@example.test?subject=Hello"],
  ])("a user is found by %s", async (_, search) => {
    const page = await listPeople(installation.database, { search, filter: "all", limit: 5, now });
    expect(page.items.map((person) => person.id)).toEqual([id]);
    expect(page.nextCursor).toBeNull();
  });
});
