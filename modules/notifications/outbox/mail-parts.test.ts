/**
 * Tests that values appear as plain text in every template and in both parts of the e-mail. A value
 * cannot add markup, headers or links to other sites.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PRACTICE_LABEL } from "#platform";
import { templateNames, valuesFor } from "../../../test/support/inputs/template-values.ts";
import { templates } from "../messages/templates.ts";
import { htmlPart, mailSubject, textPart } from "./mail-parts.ts";
import { anyCharacter } from "../../../test/support/inputs/any-character.ts";
import { attacks } from "../../../test/support/inputs/attacks.ts";

const SITE_URL = "https://floor.example";

function partsOf(name: (typeof templateNames)[number], valueOf: (valueName: string) => string) {
  const { write } = templates[name] as unknown as {
    readonly write: (values: unknown) => { readonly subject: string; readonly text: string };
  };
  const { subject, text } = write(valuesFor(name, valueOf));
  const labelled = `${PRACTICE_LABEL}\n\n${text}\n`;
  return {
    subject: mailSubject(subject),
    html: htmlPart({ subject, text: labelled, siteUrl: SITE_URL }),
  };
}

const ALLOWED = new Set(
  "!doctype html head meta title body table tr td p br a"
    .split(" ")
    .flatMap((tag) => [tag, `/${tag}`]),
);

const ATTRIBUTES = new Set(
  "lang charset name content style role width cellpadding cellspacing border align href html".split(
    " ",
  ),
);

/** Returns tags and attributes that the e-mail layout does not use, and links to other sites. */
function harmsIn(html: string): string[] {
  return [...html.matchAll(/<[^>]*>?/g)].flatMap(([tag = ""]) => {
    const [, name = "", rest = ""] = /^<(\/?!?[a-z]+)((?:\s[^<>]*)?)>$/i.exec(tag) ?? [];
    const attributes = [...rest.matchAll(/\s+([a-z]+)(?:="([^"]*)")?/g)];
    const isWhole = attributes.map(([all]) => all).join("") === rest;
    const areKnown = attributes.every(
      ([, attribute = "", value = ""]) =>
        ATTRIBUTES.has(attribute) &&
        (attribute !== "href" || new URL(value.replaceAll("&amp;", "&")).origin === SITE_URL) &&
        (attribute !== "style" || !/url|expression|import/i.test(value)),
    );
    return ALLOWED.has(name) && isWhole && areKnown ? [] : [tag];
  });
}

test("the test covers sixty different attacks", () => {
  expect(new Set(attacks).size).toBeGreaterThanOrEqual(60);
});

test.each(templateNames)("%s appears as plain text in any value", (name) => {
  for (const attack of attacks) {
    for (const attacked of Object.keys(valuesFor(name))) {
      const { html, subject } = partsOf(name, (valueName) =>
        valueName === attacked ? attack : "x",
      );
      expect(harmsIn(html), `${attacked}: ${attack}`).toEqual([]);
      expect(subject).not.toMatch(/[\r\n\0\u202a-\u202e]/u);
      expect(subject.endsWith(`[${PRACTICE_LABEL}]`)).toBe(true);
    }
  }
});

test("randomly generated values appear as plain text", () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...attacks)), {
      maxLength: 4,
    })
    .map((pieces) => pieces.join(""));
  const check = fc.check(
    fc.property(fc.constantFrom(...templateNames), text, (name, value) => {
      return harmsIn(partsOf(name, () => value).html).length === 0;
    }),
    { numRuns: 500 },
  );
  expect(check.counterexample).toBeNull();
});

test.each([
  ["https://floor.example/reset-password#token_hash=a&type=recovery", true],
  ["https://floor.example.evil.example/", false],
  ["https://floor.example@evil.example/", false],
  ["https://evil.example/?https://floor.example/", false],
  ["http://floor.example/", false],
  ["https://user:pass@floor.example/", false],
  ["//floor.example/", false],
])("%s becomes a link: %s", (address, isLink) => {
  const html = htmlPart({ subject: "s", text: `Open ${address} now.`, siteUrl: SITE_URL });
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  expect(hrefs.includes(address)).toBe(isLink);
  expect(harmsIn(html)).toEqual([]);
});

test("a long subject is shortened but keeps the practice label", () => {
  const subject = mailSubject("👛".repeat(500));
  expect(subject.endsWith(`... [${PRACTICE_LABEL}]`)).toBe(true);
  expect(Array.from(subject)).toHaveLength(150 + "... []".length + PRACTICE_LABEL.length);
});

test("the e-mail sets no colour, so it suits light and dark mail programs", () => {
  const { html } = partsOf("welcome", () => "x");
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).not.toMatch(/color:|bgcolor|background/);
});

test("both parts of an e-mail show the sender and a link to the message settings", () => {
  const message = { subject: "News", text: "A new plan.\n", siteUrl: SITE_URL };
  expect(textPart(message)).toBe(
    `A new plan.\n\n-- \nHashfloor, ${SITE_URL}. Choose your messages in ${SITE_URL}/settings.\n`,
  );
  expect(htmlPart(message)).toContain(`Choose your messages in <a href="${SITE_URL}/settings">`);
});
