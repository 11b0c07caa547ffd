/** Addresses of the databases on the test run's server. */
export const TEMPLATE = "hashfloor_template";

export function databaseUrl(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}
