import { expect, test } from "vitest";
import { templates } from "../../../modules/notifications/messages/templates.ts";
import { templateNames, valuesFor } from "../../../test/support/inputs/template-values.ts";
import { aroundCode, codeIn, footOf, partsOf } from "./message-text.ts";

test("a single 6-digit code is found, and amounts and ids are ignored", () => {
  const codeOf = (text: string) => codeIn({ template: "security_code", text });
  expect(codeOf("Your security code is 419302.\nIt works once.")).toBe("419302");
  expect(codeOf("You withdraw 0.01500000 BTC. Code: 004193")).toBe("004193");
  expect(codeOf("0.015000 BTC left")).toBeUndefined();
  expect(codeOf("codes 123456 and 654321")).toBeUndefined();
  expect(codeOf("12345678")).toBeUndefined();
  expect(codeOf("Transaction: 554b980a0c1f081318ef9019")).toBeUndefined();
});

test.each(templateNames)(
  "six digits in %s are a code only if the template includes codes",
  (template) => {
    const values = valuesFor(template, (name) => (name === "code" ? "419302" : `<${name}>`));
    const { write } = templates[template] as unknown as {
      readonly write: (of: typeof values) => { readonly text: string };
    };
    const text = values["code"] === undefined ? "In block 290114" : write(values).text;
    expect(codeIn({ template, text })).toBe(values["code"]);
  },
);

test("a code is extracted only if it is a separate paragraph", () => {
  expect(aroundCode("Practice\n\n419302\n\nis your code.", "419302")).toEqual({
    before: "Practice",
    after: "is your code.",
  });
  expect(aroundCode("Your code is 419302.\n\nIt works once.", "419302")).toBeUndefined();
});

test("only URLs of this site become links", () => {
  const text = "Open http://127.0.0.1:3000/reset?token=a or https://example.org/x now";
  expect(partsOf(text, "http://127.0.0.1:3000")).toEqual([
    { kind: "text", text: "Open " },
    {
      kind: "link",
      text: "http://127.0.0.1:3000/reset?token=a",
      href: "http://127.0.0.1:3000/reset?token=a",
    },
    { kind: "text", text: " or " },
    { kind: "text", text: "https://example.org/x" },
    { kind: "text", text: " now" },
  ]);
});

test.each([".", ",", ":", "!", ")", ">."])("a link ends before the %s that follows it", (sign) => {
  const href = "http://127.0.0.1:3000/history";
  expect(partsOf(`See ${href}${sign} Or ask.`, "http://127.0.0.1:3000")).toEqual([
    { kind: "text", text: "See " },
    { kind: "link", text: href, href },
    { kind: "text", text: `${sign} Or ask.` },
  ]);
});

test("the footer states that an unwanted message was not sent", () => {
  const message = { sentAt: "2026-11-21T11:05:01.000Z", to: "ann@example.test" };
  expect(footOf({ ...message, delivery: "unwanted" })).toMatch(
    / To ann@example\.test\. Not sent because you switched these messages off\.$/,
  );
  expect(footOf({ ...message, delivery: null })).toMatch(/ To ann@example\.test$/);
});
