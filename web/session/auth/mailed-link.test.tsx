/** Tests reading e-mail links, and the URLs that they may open. */
import { expect, test } from "vitest";
import { leavingAddress, ownPath, readMailedLink } from "./mailed-link.ts";

const link = { tokenHash: "t", type: "magiclink", redirectTo: undefined };

test("token and type are read from the fragment", () => {
  expect(readMailedLink("#token_hash=t&type=magiclink")).toEqual(link);
  for (const hash of ["", "#", "#token_hash=t", "#type=recovery", "#token_hash=&type=recovery"])
    expect(readMailedLink(hash)).toBeUndefined();
});

test("the user stays on this site unless another program requested the link", () => {
  expect(leavingAddress(link)).toBeUndefined();
  const here = `${location.origin}/settings?x=1`;
  expect(leavingAddress({ ...link, redirectTo: here })).toBeUndefined();
  expect(leavingAddress({ ...link, redirectTo: "https://app.test/in" })).toBe(
    "/auth/v1/verify?token=t&type=magiclink&redirect_to=https%3A%2F%2Fapp.test%2Fin",
  );
  expect(leavingAddress({ ...link, tokenHash: "pkce_t" })).toBe(
    "/auth/v1/verify?token=pkce_t&type=magiclink",
  );
});

test("only URLs of this site are converted to a path", () => {
  expect(ownPath(`${location.origin}/settings?x=1#y`)).toBe("/settings?x=1");
  for (const address of ["https://evil.test/", "//evil.test", "javascript:alert(1)", "/settings"])
    expect(ownPath(address)).toBeUndefined();
  expect(ownPath(`${location.origin}//evil.test`)).toBeUndefined();
});
