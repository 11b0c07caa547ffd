export { addDays, seriesState, type HistoryFiles, type SeriesFacts } from "./add-days.ts";
export { historyRoutes } from "./routes.ts";
