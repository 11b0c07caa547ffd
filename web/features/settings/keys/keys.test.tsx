/**
 * Tests the API Keys page: errors are shown at their fields, a secret is shown once, and the
 * example command matches the key's scope.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { exampleLine } from "./example-line.ts";
import { endOfDay, networksIn } from "./key-form.ts";
import { KeysPage } from "./KeysPage.tsx";

const server = fakeServer();
const SECRET = `hf_${"a".repeat(43)}`;
const KEY = {
  id: "key_1",
  name: "Rig bot",
  hint: "hf_aaaa",
  scopes: ["trade"],
  networks: ["203.0.113.0/24"],
  createdAt: "2026-11-25T10:00:00.000Z",
  endsAt: "2026-11-25T11:00:00.000Z",
  lastUsedAt: "2026-11-25T10:30:00.000Z",
  lastUsedIp: "203.0.113.7",
};

const refusal = (code: string, detail: string) =>
  Response.json(
    { type: "about:blank", title: "Refused", status: 422, code, detail },
    {
      status: 422,
      headers: { "content-type": "application/problem+json" },
    },
  );

test("creating a key shows errors at the fields and the secret only once", async () => {
  const items: object[] = [];
  server.answer("GET /api/v1/me/keys", () => Response.json({ items, nextCursor: null }));
  server.answer("POST /api/v1/me/keys", ({ body }) => {
    const { networks } = body as { networks: string[] };
    if (networks.includes("nowhere"))
      return refusal("key_network_invalid", "nowhere is no network.");
    items.push(KEY);
    return Response.json({ ...KEY, secret: SECRET });
  });
  const posted = () => server.requests.filter(({ route }) => route === "POST /api/v1/me/keys");
  renderPage(<KeysPage />);
  await screen.findByText("No keys yet");
  fireEvent.click(screen.getByRole("button", { name: "Create Key" }));
  const dialog = within(await screen.findByRole("dialog"));
  const create = () => dialog.getByRole("button", { name: /^Create Key/ });
  const submit = () => fireEvent.click(create());
  fireEvent.click(dialog.getByRole("switch", { name: "Read" }));
  submit();
  expect(dialog.getByText("Give the key a name.")).toBeTruthy();
  expect(dialog.getByText("Choose at least one scope.")).toBeTruthy();
  expect(posted()).toEqual([]);
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: " Rig bot " } });
  fireEvent.click(dialog.getByRole("switch", { name: "Trade" }));
  const networks = dialog.getByLabelText(/^Allowed IP addresses/);
  fireEvent.change(networks, { target: { value: "nowhere" } });
  submit();
  await dialog.findByText("nowhere is no network.");
  expect(networks.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(create().getAttribute("aria-busy")).not.toBe("true"));
  fireEvent.change(networks, { target: { value: "203.0.113.0/24" } });
  submit();
  await screen.findByText(SECRET);
  expect(posted().at(-1)?.body).toEqual({
    name: "Rig bot",
    scopes: ["trade"],
    networks: ["203.0.113.0/24"],
    endsAt: null,
  });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText(/^curl .*\/api\/v1\/wallet\/faucet/).textContent).toContain(SECRET);
  const row = within(await screen.findByRole("row", { name: /Rig bot/ }));
  for (const text of ["hf_aaaa...", "Trade", "203.0.113.0/24", "Expired"]) row.getByText(text);
  expect(row.getByText(/from 203\.0\.113\.7/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "I Have Saved It" }));
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  row.getByText("Rig bot");
});

test("networks and the last day are converted to the API's format", () => {
  expect(networksIn(" 203.0.113.7,\n2001:db8::/32 \n")).toEqual(["203.0.113.7", "2001:db8::/32"]);
  expect(endOfDay("")).toBeNull();
  expect(endOfDay("2026-12-31")).toBe(new Date(2027, 0, 1).toISOString());
});

test.each([
  ["read", "/api/v1/wallet"],
  ["trade", "/api/v1/wallet/faucet"],
  ["withdraw-to-verified", "/api/v1/withdrawals"],
] as const)("a key to %s is tried at %s", (scope, path) => {
  const line = exampleLine(scope, {
    origin: "http://floor.test",
    secret: SECRET,
    idempotencyKey: "u",
  });
  expect(line).toContain(`curl -H "Authorization: Bearer ${SECRET}" http://floor.test${path}`);
  expect(line.includes("Idempotency-Key: u")).toBe(scope !== "read");
});
