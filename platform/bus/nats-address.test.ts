/** Tests valid and invalid values of NATS_URL, and that no error message contains a password. */
import { expect, test } from "vitest";
import { natsAddress } from "./nats-address.ts";

const address = (text: string) => natsAddress("NATS_URL", text);

test.each([
  ["nats://one", { servers: ["one:4222"], isTls: false, login: undefined }],
  ["nats://one:5000/", { servers: ["one:5000"], isTls: false, login: undefined }],
  [
    "nats://floor:p%2Cw%40@one, two:5000 ,nats://[::1]",
    {
      servers: ["one:4222", "two:5000", "[::1]:4222"],
      isTls: false,
      login: { user: "floor", pass: "p,w@" },
    },
  ],
  [
    "tls://a:b@one,tls://a:b@two",
    { servers: ["one:4222", "two:4222"], isTls: true, login: { user: "a", pass: "b" } },
  ],
  [
    "nats://s3cr3t@one,two",
    { servers: ["one:4222", "two:4222"], isTls: false, login: { token: "s3cr3t" } },
  ],
])("%s", (text, expected) => {
  expect(address(text)).toEqual(expected);
});

test.each([
  "localhost",
  "http://floor:s3cr3t@one",
  "nats://",
  "nats://floor:s3cr3t@one,",
  "nats://floor:s3cr3t@one:70000",
  "nats://floor:s3cr3t@one/path",
  "nats://floor:s3cr3t@one?tls=1",
  "nats://floor:s3cr3t@one,tls://two",
  "nats://floor:s3cr3t@one,floor:other@two",
  "nats://floor:%zzs3cr3t@one",
  "wss://one",
])("%s is refused with one line that contains only the variable's name", (text) => {
  expect(() => address(text)).toThrow(/^NATS_URL[^\n]+$/);
  expect(() => address(text)).not.toThrow(/s3cr3t|other/);
});
