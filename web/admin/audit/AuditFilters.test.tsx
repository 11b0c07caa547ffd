/** Tests that the audit log's search form keeps the focus and follows the page's URL. */
import { Link, useRouterState } from "@tanstack/react-router";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { paths } from "../../ui/navigation/paths.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { readAuditSearch } from "./audit-search.ts";

fakeServer();

function Page() {
  const search = useRouterState({ select: ({ location }) => location.search });
  return (
    <>
      <AuditFilters search={readAuditSearch({ ...search })} />
      <Link {...paths.adminAudit} search={{ text: "by a link" }}>
        Another search
      </Link>
      <output>{JSON.stringify(search)}</output>
    </>
  );
}

test("the focus stays in the form after a search", async () => {
  renderPage(<Page />);
  const text = screen.getByLabelText<HTMLInputElement>(/^Text/);
  text.focus();
  fireEvent.change(text, { target: { value: "cold" } });
  fireEvent.submit(screen.getByRole("form"));
  await screen.findByText('{"text":"cold"}');
  expect(document.activeElement).toBe(text);
  expect(text.value).toBe("cold");
  fireEvent.click(screen.getByRole("link", { name: "Another search" }));
  await waitFor(() => expect(text.value).toBe("by a link"));
  fireEvent.click(screen.getByRole("button", { name: "Reset" }));
  await screen.findByText("{}");
  expect(text.value).toBe("");
  expect(document.activeElement).toBe(screen.getAllByRole("textbox")[0]);
});
