import { expect, test } from "vitest";
import { levelOf } from "./access-token.ts";

test("the assurance level of an unreadable token is aal1", () => {
  const token = (claims: unknown) =>
    `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
  expect(levelOf(token({ aal: "aal2", email: "ä?>@example.test" }))).toBe("aal2");
  for (const other of [undefined, "", "x", "x.%%.x", token({ aal: "aal1" }), token(null)])
    expect(levelOf(other)).toBe("aal1");
});
