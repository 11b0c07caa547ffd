/**
 * Handles GET /admin/users: returns a page of users, newest first. Response headers contain the
 * counts and links that the official client reads.
 */
import type { UsersDeps } from "../../deps/users-deps.ts";
import { countUsers, findUsersPage } from "../../service-key/users-by-key-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import type { UserJson } from "../wire/present-user.ts";
import { presentUsers } from "./present-users.ts";

const PER_PAGE = 50;
const PER_PAGE_MAX = 1_000;
const PAGE_MAX = 1_000_000;

export interface UsersPage {
  readonly body: { readonly users: readonly UserJson[]; readonly aud: "authenticated" };
  readonly total: number;
  /**
   * The `link` header (RFC 8288) with links to the last page and, if there is one, to the next
   * page.
   */
  readonly link: string;
}

export async function listUsers(
  { database, siteUrl }: UsersDeps,
  query: { readonly page: string | undefined; readonly perPage: string | undefined },
): Promise<UsersPage> {
  const page = numberOf(query.page, { preset: 1, max: PAGE_MAX, name: "page" });
  const limit = numberOf(query.perPage, { preset: PER_PAGE, max: PER_PAGE_MAX, name: "per_page" });
  const users = await findUsersPage(database, { limit, offset: (page - 1) * limit });
  const total = await countUsers(database);
  const last = Math.max(1, Math.ceil(total / limit));
  const to = (number: number, rel: string) =>
    `<${siteUrl}/auth/v1/admin/users?page=${number}&per_page=${limit}>; rel="${rel}"`;
  const links = page < last ? [to(page + 1, "next"), to(last, "last")] : [to(last, "last")];
  const body = { users: await presentUsers(database, users), aud: "authenticated" } as const;
  return { body, total, link: links.join(", ") };
}

function numberOf(
  text: string | undefined,
  { preset, max, name }: { preset: number; max: number; name: string },
): number {
  if (text === undefined || text === "") return preset;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw new AuthError("validation_failed", `Bad Pagination Parameters: ${name}`);
}
