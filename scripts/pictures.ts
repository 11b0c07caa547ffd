/**
 * Takes the screenshots for the docs. They show the running product in a separate installation with
 * sample users, at noon on a Tuesday, when the Forex market is open and its chart is full. `npm run
 * pictures` writes all files of docs/pictures.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closesAt, opensAt } from "#market";
import { endAnimations, goTo, launchBrowser } from "../test/support/browser/browser.ts";
import { storageOf } from "../test/support/browser/browser-person.ts";
import { enrol, prove } from "../test/support/people/authenticator.ts";
import { buyPlan, getCoins, minePaid } from "../test/support/people/main-job.ts";
import { signIn, signUp, type Person } from "../test/support/people/person.ts";
import { startServerIn } from "../test/support/servers/server.ts";
import { diskFolder } from "../test/support/servers/scratch-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const CLOCK = join(ROOT, "test", "bench", "server-in-open-hour.ts");
const ADMIN = { email: "admin@example.org", password: "correct horse battery" };
const WIDTH = 1440;
const HEIGHT = 900;
const DESK_HEIGHT = 1080;
const DESK_SATS = 2_000_000;
/** Time in which the Forex page draws its first candles and receives several prices. */
const PRICES_MS = 5_000;

/** Time from Sunday evening, when the market opens, until Tuesday noon. */
const INTO_THE_WEEK_MS = 38 * 3_600_000;

const aheadMs = opensAt(closesAt(Date.now())) + INTO_THE_WEEK_MS - Date.now();
const server = await startServerIn(diskFolder(), {
  program: CLOCK,
  env: {
    AHEAD_MS: String(aheadMs),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  },
});
const browser = await launchBrowser();
try {
  const ann = await signUp(server.url, "Ann");
  await useProducts(ann);
  for (const name of ["Grace", "Linus", "Edsger"]) await signUp(server.url, name);
  await takePicture(ann, "/forex", "forex", DESK_HEIGHT);
  await takePicture(ann, "/dashboard", "dashboard");
  await takePicture(ann, "/wallet", "wallet");
  await takePicture(ann, "/time-machine", "time-machine");
  const admin = await signIn(server.url, ADMIN.email, ADMIN.password);
  await prove(admin.auth, await enrol(admin.auth), new Date(Date.now() + aheadMs));
  await takePicture(admin, "/admin/dashboard", "administration");
} finally {
  await browser.close();
  await server.close();
}

async function useProducts(person: Person): Promise<void> {
  await getCoins(person);
  await buyPlan(person, "Pro Miner");
  await minePaid(person, 1);
  await person.call("transferForexFunds", { body: { amountSats: DESK_SATS } });
  const { quotes } = await person.call("getQuotes");
  const ask = Number(quotes.find(({ instrument }) => instrument === "EUR_USD")?.ask);
  const at = (share: number) => ({ price: (ask * share).toFixed(5) });
  await person.call("placeForexOrder", {
    body: {
      type: "MARKET",
      instrument: "EUR_USD",
      units: "5000",
      takeProfitOnFill: at(1.01),
      stopLossOnFill: at(0.995),
    },
  });
  await person.call("placeForexOrder", {
    body: { type: "LIMIT", instrument: "EUR_USD", units: "2000", ...at(0.997) },
  });
}

async function takePicture(
  person: Person,
  path: string,
  name: string,
  height = HEIGHT,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: WIDTH, height },
    colorScheme: "dark",
    storageState: await storageOf(server.url, person),
  });
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() + aheadMs });
  await goTo(page, path);
  await sleep(PRICES_MS);
  await endAnimations(page);
  await page.screenshot({ path: join(ROOT, "docs", "pictures", `${name}.png`) });
  await context.close();
  process.stdout.write(`docs/pictures/${name}.png\n`);
}
