/** Tests the alert form, and the list with its actions: edit, delete with undo, and again. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { shownToast } from "../../../ui/toasts/toast-store.ts";
import { AlertDialog, type AlertStart } from "./AlertDialog.tsx";
import { AlertsList } from "./AlertsList.tsx";
import { readAlert, withDirection, type AlertDraft } from "./alert-draft.ts";
import { alertWords, bodyOf, type ForexAlert } from "./alert-words.ts";

const server = fakeServer();

const alert = (own: Partial<ForexAlert> = {}): ForexAlert => ({
  id: "fxa_1",
  kind: "PRICE",
  instrument: "EUR_USD",
  side: "BID",
  direction: "ABOVE",
  level: "1.20000",
  condition: "EUR/USD bid at or above 1.20000",
  repeatSeconds: null,
  note: null,
  expiresAt: null,
  state: "ACTIVE",
  createdAt: "2026-11-23T10:00:00Z",
  firedCount: 0,
  firedAt: null,
  foundAt: null,
  firedValue: null,
  ...own,
});

const fired = alert({
  id: "fxa_2",
  kind: "EQUITY",
  instrument: null,
  side: null,
  direction: "BELOW",
  level: "1000.00",
  state: "FIRED",
  firedCount: 1,
  firedAt: "2026-11-23T10:00:00Z",
  foundAt: "2026-11-23T12:00:00Z",
  firedValue: "999.50",
});

function Page() {
  const [start, setStart] = useState<AlertStart>();
  return (
    <>
      <AlertsList instrument="EUR_USD" onAlert={setStart} />
      {start === undefined ? null : (
        <AlertDialog start={start} onClose={() => setStart(undefined)} />
      )}
    </>
  );
}

/** Shows the page with a server that stores alerts. */
function show(items: readonly ForexAlert[]): void {
  let stored = items;
  server.answer("GET /api/v1/forex/alerts", () =>
    Response.json({ items: stored, nextCursor: null }),
  );
  server.answer("POST /api/v1/forex/alerts", ({ body }) => {
    const created = alert({ ...(body as Partial<ForexAlert>), id: "fxa_new" });
    stored = [created, ...stored];
    return Response.json(created);
  });
  server.answer("PUT /api/v1/forex/alerts/fxa_2", ({ body }) => {
    const changed = { ...fired, ...(body as Partial<ForexAlert>), state: "ACTIVE" as const };
    stored = stored.map((one) => (one.id === changed.id ? changed : one));
    return Response.json(changed);
  });
  server.answer("DELETE /api/v1/forex/alerts/fxa_1", () => {
    stored = stored.filter(({ id }) => id !== "fxa_1");
    return Response.json({ isDeleted: true });
  });
  renderPage(<Page />);
}

const sent = (method: string) =>
  server.requests.filter(({ route }) => route.startsWith(method)).map(({ body }) => body);

test("the empty list explains alerts and opens the form", async () => {
  show([]);
  expect(await screen.findByText("No alerts yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "New alert" }));
  expect(screen.getByRole("dialog", { name: "New alert" })).toBeTruthy();
});

test("the form sends the alert that the fields describe", async () => {
  show([]);
  fireEvent.click(await screen.findByRole("button", { name: "New alert" }));
  fireEvent.click(screen.getByRole("button", { name: /^Create alert/ }));
  expect(screen.getByText("Enter a number above 0.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Ask" }));
  fireEvent.click(screen.getByRole("button", { name: "Falls to" }));
  fireEvent.change(screen.getByLabelText("Price"), { target: { value: "1.1" } });
  fireEvent.click(screen.getByRole("button", { name: "Every time" }));
  fireEvent.change(screen.getByLabelText("Note (optional)"), { target: { value: " Support " } });
  fireEvent.click(screen.getByRole("button", { name: /^Create alert/ }));
  expect(await screen.findByText("EUR/USD ask falls to 1.1")).toBeTruthy();
  expect(sent("POST")).toEqual([
    {
      kind: "PRICE",
      instrument: "EUR_USD",
      side: "ASK",
      direction: "BELOW",
      level: "1.1",
      repeatSeconds: 3600,
      note: "Support",
      expiresAt: null,
    },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a refused duplicate is explained in the form, which stays open", async () => {
  show([alert()]);
  const text = "You already have this alert: EUR/USD bid at or above 1.20000 (fxa_1).";
  server.answer("POST /api/v1/forex/alerts", () =>
    Response.json(
      {
        type: "about:blank",
        title: "Alert Exists",
        status: 409,
        detail: text,
        code: "alert_exists",
        requestId: "r",
      },
      { status: 409, headers: { "content-type": "application/problem+json" } },
    ),
  );
  fireEvent.click(await screen.findByRole("button", { name: "New alert" }));
  fireEvent.change(screen.getByLabelText("Price"), { target: { value: "1.2" } });
  fireEvent.click(screen.getByRole("button", { name: /^Create alert/ }));
  const dialog = screen.getByRole("dialog");
  expect((await within(dialog).findByRole("alert")).textContent).toContain(text);
});

test("the edit form starts with the alert's values", async () => {
  show([alert({ note: "Resistance", repeatSeconds: 900 })]);
  fireEvent.click(
    await screen.findByRole("button", { name: "Edit the alert: EUR/USD bid rises to 1.20000" }),
  );
  expect(screen.getByLabelText("Price")).toHaveProperty("value", "1.20000");
  expect(screen.getByLabelText("Note (optional)")).toHaveProperty("value", "Resistance");
  expect(screen.getByLabelText("At most")).toHaveProperty("value", "900");
});

test("a deleted alert can be restored from the notice", async () => {
  show([alert({ note: "Resistance" })]);
  fireEvent.click(await screen.findByRole("button", { name: /^Delete the alert/ }));
  expect(await screen.findByText("No alerts yet")).toBeTruthy();
  expect(shownToast()?.title).toBe("Alert Deleted");
  shownToast()?.action?.run();
  expect(await screen.findByText("EUR/USD bid rises to 1.20000")).toBeTruthy();
  expect(sent("POST")).toMatchObject([{ level: "1.20000", side: "BID", note: "Resistance" }]);
});

test("an alert that fired shows its time and value, and can be turned on again", async () => {
  show([fired]);
  const name = "Equity falls to 1,000.00 USD";
  const row = (await screen.findByText(name)).closest("tr");
  expect(row?.textContent).toContain("at 999.50 USD");
  expect(row?.textContent).toContain("Found late");
  fireEvent.click(screen.getByRole("button", { name: `Turn on again: ${name}` }));
  await waitFor(() => expect(shownToast()?.title).toBe("Alert Is On Again"));
  expect(sent("PUT")).toMatchObject([{ kind: "EQUITY", direction: "BELOW", level: "1000.00" }]);
  expect(await screen.findByRole("button", { name: `Edit the alert: ${name}` })).toBeTruthy();
});

const DRAFT: AlertDraft = {
  kind: "PRICE",
  instrument: "USD_JPY",
  side: "MID",
  direction: "ABOVE",
  hasDirection: true,
  level: "150.123",
  repeatSeconds: 0,
  note: "",
  expires: "",
};

test.each<[Partial<AlertDraft>, string | undefined]>([
  [{}, "150.123"],
  [{ level: " 150.1 " }, "150.1"],
  [{ level: "" }, undefined],
  [{ level: "0" }, undefined],
  [{ level: "-1" }, undefined],
  [{ level: "high" }, undefined],
  [{ kind: "EQUITY", level: "1,500.50" }, "1500.50"],
  [{ kind: "EQUITY", level: "1,500" }, undefined],
  [{ kind: "SPREAD", level: "2.5" }, "2.5"],
  [{ expires: "2020-01-01T00:00" }, undefined],
])("the level of %o is read as %s", (own, level) => {
  expect(readAlert({ ...DRAFT, ...own }).body?.level).toBe(level);
});

test.each([
  ["150.124", "ABOVE"],
  ["150.122", "BELOW"],
])("until a direction is chosen, an alert at %s waits for a price %s", (level, direction) => {
  const quote = {
    instrument: "USD_JPY",
    bid: 1_501_220,
    ask: 1_501_240,
    timeMs: 0,
    status: "tradeable" as const,
    dayOpen: undefined,
  };
  const draft = { ...DRAFT, level, direction: "BELOW" as const };
  expect(withDirection({ ...draft, hasDirection: false }, quote).direction).toBe(direction);
  expect(withDirection(draft, quote).direction).toBe("BELOW");
});

test("a price with the user's decimal comma is read exactly", async () => {
  const { numberFormatChoice, followNumberFormat } =
    await import("../../../ui/preferences/number-marks.ts");
  followNumberFormat();
  numberFormatChoice.set("de");
  try {
    expect(readAlert({ ...DRAFT, level: "150,123" }).body?.level).toBe("150.123");
    expect(alertWords(fired)).toBe("Equity falls to 1.000,00 USD");
  } finally {
    numberFormatChoice.set("browser");
  }
});

test("the copy of an alert leaves out an expiry in the past", () => {
  const expiresAt = "2026-11-23T11:00:00Z";
  expect(bodyOf(alert({ expiresAt }), Date.parse("2026-11-23T10:00:00Z"))).toMatchObject({
    expiresAt,
  });
  expect(bodyOf(alert({ expiresAt }), Date.parse(expiresAt))).toMatchObject({ expiresAt: null });
});
