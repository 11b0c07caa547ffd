import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SiteFooter } from "./SiteFooter.tsx";

test.each([
  ["Mining pool", "/pool"],
  ["Transparency", "/transparency"],
  ["Market days", "/forex/days"],
  ["Time machine", "/time-machine"],
  ["API", "/api/docs"],
])("the footer links %s to %s", (name, path) => {
  const { unmount } = render(<SiteFooter />);
  expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(path);
  unmount();
});
