/** Tests the conversion of the product's database URL for pg_dump and pg_restore. */
import { expect, test } from "vitest";
import { libpqAddress } from "./libpq-address.ts";

const parametersOf = (query: string) => {
  const { searchParams } = new URL(libpqAddress(`postgres://u:p@one/db?${query}`));
  return Object.fromEntries(searchParams);
};

test.each([
  ["sslmode=no-verify", { sslmode: "require" }],
  ["sslmode=no-verify&sslrootcert=/ca.pem", { sslmode: "require" }],
  ["sslmode=require&uselibpqcompat=true", { sslmode: "require" }],
  [
    "sslmode=verify-ca&uselibpqcompat=true&sslrootcert=/ca",
    { sslmode: "verify-ca", sslrootcert: "/ca" },
  ],
  ["sslmode=require&sslrootcert=/ca", { sslmode: "verify-full", sslrootcert: "/ca" }],
  ["sslmode=disable&sslrootcert=/ca", { sslmode: "disable", sslrootcert: "/ca" }],
  ["ssl=true", { sslmode: "require" }],
  ["ssl=1", { sslmode: "require" }],
  ["ssl=0", { sslmode: "disable" }],
  ["statement_timeout=5&keepAlive=true&connect_timeout=3", { connect_timeout: "3" }],
  [
    "host=/cloudsql/x&port=5433&options=-c%20role%3Da",
    { host: "/cloudsql/x", port: "5433", options: "-c role=a" },
  ],
])("%s", (query, parameters) => {
  expect(parametersOf(query)).toEqual(parameters);
});
