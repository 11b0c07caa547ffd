/**
 * Starts the product like `npm start`, except that its clock starts in an hour in which the
 * currency market is open, so that the desk can be measured at the weekend. AHEAD_MS is the lead of
 * the clock.
 */
import { createLog, readConfig } from "#platform";
import { openInstallation } from "../../server/open-installation.ts";

const aheadMs = Number(process.env["AHEAD_MS"]);
const config = readConfig(process.env);
const clock = { now: () => new Date(Date.now() + aheadMs) };
const installation = await openInstallation(config, createLog(config.logLevel, []), { clock });
process.once("SIGTERM", () => void installation.stop().then(() => process.exit(0)));
process.stdout.write(`Hashfloor ready at ${installation.url}\n`);
