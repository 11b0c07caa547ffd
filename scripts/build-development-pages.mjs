// Builds the pages with React's development build into dist/web-development.
import { buildWeb } from "./build-web.mjs";

await buildWeb(process.execPath, "development");
