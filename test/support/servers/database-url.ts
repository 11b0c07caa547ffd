/** Builds the URLs of databases on the test run's server. */
export const TEMPLATE = "hashfloor_template";

export function databaseUrl(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the same database's URL with another login, given as `name:password`. */
export function loginUrl(address: string, login: string): string {
  const url = new URL(address);
  [url.username = "", url.password = ""] = login.split(":");
  return url.href;
}
