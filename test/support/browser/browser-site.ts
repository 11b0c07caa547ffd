/**
 * Starts the product and a browser before a file's tests, and stops them afterwards. Each visitor
 * has a separate window.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import {
  arrived,
  goTo,
  newVisitor,
  sharedBrowser,
  type Visitor,
  type VisitorOptions,
} from "./browser.ts";
import { storageOf } from "./browser-person.ts";
import { commonServer } from "../servers/common-server.ts";
import type { Person } from "../people/person.ts";
import { isNowhere, moveTo } from "./running-app.ts";
import { startServer, type ServerOptions } from "../servers/server.ts";
import { endVisits, forgetWindows } from "./windows.ts";

export interface Site {
  /** The product's base URL. Like `browser`, available once the tests run. */
  readonly url: string;
  readonly browser: Browser;
  /**
   * Opens a new window without a page. The visitor is signed out unless the options contain a user.
   */
  enter(options?: VisitOptions): Promise<Visitor>;
  /** Opens a page in a new window and waits until the page is usable. */
  visit(path: string, options?: VisitOptions): Promise<Visitor>;
  /**
   * Opens a page like `visit`, but navigates inside the application if a window already runs it.
   * Use it for tests that do not check how the page loads.
   */
  comeTo(path: string, options?: VisitOptions): Promise<Visitor>;
}

export interface VisitOptions extends Omit<VisitorOptions, "url"> {
  readonly person?: Person | undefined;
}

/** The parts of a running product that a site needs, however the product was started. */
interface RunningProduct {
  readonly url: string;
  close(): Promise<unknown>;
}

/**
 * Registers the hooks of a test file. Call it at the top of the file. Without `start`, the file
 * uses the shared product. With `start`, a separate product is started before the file's tests and
 * stopped after them.
 */
export function openSite(start?: ServerOptions | (() => Promise<RunningProduct>)): Site {
  let product: RunningProduct | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [product, browser] = await Promise.all([openProduct(start), sharedBrowser()]);
  });
  afterAll(async () => {
    if (browser) await endVisits(browser);
    if (browser && product && start !== undefined) await forgetWindows(browser, product.url);
    await product?.close();
  });

  const site: Site = {
    get url() {
      return running(product).url;
    },
    get browser() {
      return running(browser);
    },
    async enter({ person, ...options } = {}) {
      const signedIn = person ? { storage: await storageOf(site.url, person) } : {};
      return newVisitor(site.browser, { url: site.url, ...signedIn, ...options });
    },
    async visit(path, options) {
      const visitor = await site.enter(options);
      await goTo(visitor.page, path);
      return visitor;
    },
    async comeTo(path, options) {
      const visitor = await site.enter({ ...options, mayRun: true });
      await (isNowhere(visitor.page) ? moveTo(visitor.page, path) : visitor.page.goto(path));
      await arrived(visitor.page);
      return visitor;
    },
  };
  return site;
}

async function openProduct(start: Parameters<typeof openSite>[0]): Promise<RunningProduct> {
  if (typeof start === "function") return start();
  if (start !== undefined) return startServer(start);
  const { url } = await commonServer();
  return { url, close: () => Promise.resolve() };
}

function running<Part>(part: Part | undefined): Part {
  if (part === undefined)
    throw new Error("the site is not open yet: use it inside tests and hooks");
  return part;
}
