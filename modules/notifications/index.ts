export { deliver, deliveriesTo, type Deliveries, type Notification } from "./deliver.ts";
export { newsBefore, type News } from "./news/news-table.ts";
export { NEWS_WAKE, sendNews, startNews, startNewsWorker, stopNews } from "./news/send-news.ts";
export { checkOutboxSettings, openOutbox } from "./outbox/open-outbox.ts";
export { outboxFigures, type OutboxFigures } from "./outbox/outbox-figures.ts";
export {
  changeAddress,
  closeMailbox,
  openMailbox,
  preferencesOf,
  savePhone,
  savePreferences,
} from "./delivery/recipients-table.ts";
export { messageTerms } from "./messages/posted-limits.ts";
export { notificationsRoutes } from "./routes.ts";
export type { Preferences } from "./messages/template.ts";
export type { TemplateName } from "./messages/templates.ts";
