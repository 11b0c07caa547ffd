/**
 * The product and a browser for one test file: there before its tests, gone after them. Each
 * visitor has a window.
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
  /** Where the product answers. Like `browser`, there once the tests run. */
  readonly url: string;
  readonly browser: Browser;
  /** A new window, not yet on any page. Nobody is signed in in it unless told who. */
  enter(options?: VisitOptions): Promise<Visitor>;
  /** A new window on that page, once it can be used. */
  visit(path: string, options?: VisitOptions): Promise<Visitor>;
  /**
   * The same by a move inside the application where it runs already, for who does not ask what
   * loading the page does.
   */
  comeTo(path: string, options?: VisitOptions): Promise<Visitor>;
}

export interface VisitOptions extends Omit<VisitorOptions, "url"> {
  readonly person?: Person | undefined;
}

/** What a site needs of the product it opens, however that was started. */
interface RunningProduct {
  readonly url: string;
  close(): Promise<unknown>;
}

/**
 * Call it at the top of a test file. Without a word on how to start, it is the product that all
 * such files share; else one that starts and stops around the tests of the file.
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
