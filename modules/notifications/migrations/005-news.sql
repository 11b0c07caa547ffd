-- News on its way to all who want it: written to some hundred readers at a time, in the order of their ids, so that it goes on
-- after a kill where it was. A letter's id is made from the news and the reader: the same one cannot be written twice.
create table notifications_news (
  id text primary key,
  title text not null,
  text text not null,
  -- who wanted news when it was announced
  readers int not null check (readers >= 0),
  announced_at timestamptz not null,
  state text not null default 'sending' check (state in ('sending', 'sent', 'stopped')),
  -- everybody up to this id was written to, or did not want it then; null: nobody yet
  after_user uuid,
  sent int not null default 0,
  ended_at timestamptz,
  check ((state = 'sending') = (ended_at is null))
);
create index notifications_news_sending on notifications_news (id) where state = 'sending';

create index notifications_recipients_promotions on notifications_recipients (user_id) where promotions;
