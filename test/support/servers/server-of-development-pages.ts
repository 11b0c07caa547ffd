/** Runs the product like `npm start`, but with the development build's pages. */
import { join } from "node:path";
import { createLog, readConfig } from "#platform";
import { openInstallation } from "../../../server/open-installation.ts";

const config = readConfig(process.env);
const webFolder = join(import.meta.dirname, "..", "..", "..", "dist", "web-development");
const log = createLog(config.logLevel, []);
const installation = await openInstallation(config, log, { webFolder });
process.once("SIGTERM", () => void installation.stop().then(() => process.exit(0)));
process.stdout.write(`Hashfloor ready at ${installation.url}\n`);
