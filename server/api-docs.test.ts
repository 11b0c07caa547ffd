import { expect, test } from "vitest";
import { apiDocsPage, apiDocsStyleHash } from "./api-docs.ts";

const document = {
  info: { title: "Installation", version: "1.2.3", description: "Test <coins>." },
  paths: {
    "/api/v1/things": {
      post: {
        summary: "Buys a thing",
        tags: ["things"],
        security: [{ bearer: [] }],
        "x-idempotency-key": true,
        "x-key-scope": "trade",
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  amountSats: { type: "integer" },
                  kind: { enum: ["a", "b"] },
                  marks: { type: "array", items: { enum: ["x", "y"] } },
                },
                required: ["amountSats"],
              },
            },
          },
        },
      },
      get: {
        summary: "All of them",
        tags: ["things"],
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        security: [{}, { bearer: [] }],
        responses: {
          200: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    items: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
                    next: { anyOf: [{ type: "string" }, { type: "null" }] },
                  },
                  required: ["items", "next"],
                },
              },
            },
          },
        },
      },
    },
    "/auth/v1/token": { post: {} },
    "/api/v1/admin/things": {
      get: {
        summary: "Theirs",
        tags: ["admin"],
        security: [{ bearer: [] }],
        "x-administrators-only": true,
        "x-second-factor": true,
      },
      put: {
        summary: "Replaces them",
        security: [{ bearer: [] }],
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        properties: {
          id: { type: "string" },
          place: { type: "object", properties: { row: { type: "integer" } } },
        },
        required: ["id"],
      },
    },
  },
};
const page = apiDocsPage(document, "Practice - no value");

test("the page lists each route with its callers and parameters", () => {
  const [buy, list, admin] = [...page.matchAll(/<article>.*?<\/article>/g)].map(([text]) => text);
  expect(buy).toContain("<h3>POST /api/v1/things</h3><p>Buys a thing</p>");
  expect(buy).toContain("<dd>the signed-in user</dd>");
  expect(buy).toContain("<dd>Idempotency-Key: a UUID</dd>");
  expect(buy).toContain("<dd>amountSats: integer, kind?: a | b, marks?: list of x | y</dd>");
  expect(buy).toContain("<dt>Key</dt><dd>trade</dd>");
  expect(list).not.toContain("<dt>Key</dt>");
  expect(admin).toContain("<dt>Key</dt><dd>refused</dd>");
  expect(list).toContain("<dd>anyone</dd>");
  expect(list).toContain("<dd>limit?: integer</dd>");
  expect(admin).toContain(
    "<dd>an administrator with a second factor, else 403 second_factor_required</dd>",
  );
  expect(page).not.toContain("/auth/v1/token");
});

test("the page shows request and response bodies with their named schemas", () => {
  expect(page).toContain("<dt>Answer</dt><dd>items: list of Thing, next: string | null</dd>");
  expect(page).toContain("<dt>Body</dt><dd>Thing</dd>");
  expect(page).toContain(
    '<article id="Thing"><h3>Thing</h3><p>id: string, place?: { row?: integer }</p></article>',
  );
});

test("the page has the practice label and no scripts or foreign markup", () => {
  expect(page).toContain("<title>API · Installation · Practice - no value</title>");
  expect(page).toContain('<p class="label">Practice - no value</p>');
  expect(page).toContain("Test &#60;coins&#62;.");
  expect(page).not.toMatch(/<script|\son[a-z]+=|\sstyle=/);
  expect(apiDocsStyleHash).toMatch(/^'sha256-[\w+/]{43}='$/);
});
