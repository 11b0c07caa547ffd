/** Tests the components that the app renders around every page. */
import { createMemoryHistory } from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "../data/api/query-client.ts";
import { App } from "./app.tsx";
import { createAppRouter } from "./routes.tsx";
import { fakeServer } from "../testing/page.tsx";
import { toast } from "../ui/toasts/toast-store.ts";

fakeServer();

const pages = Object.values(
  createAppRouter(createMemoryHistory({ initialEntries: ["/"] })).routesByPath,
).map(({ fullPath }) => fullPath.replaceAll(/\$\w+/g, "demo-tx"));

test.each([...pages, "/no-such-page"])("toasts are shown on %s", async (path) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<App router={router} queryClient={createQueryClient()} />);
  act(() => toast({ title: "Mining Started!", description: "Your rig is active." }));
  await screen.findByText("Mining Started!");
  expect(screen.getByText("Your rig is active.")).not.toBeNull();
});
