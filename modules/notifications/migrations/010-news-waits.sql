-- News that has no room in its day is left alone instead of being moved, row by row, to the next one. When that was last so stands
-- here once: news which runs out untried after it was over the limit, and did not fail.
alter table notifications_outlets add column promotions_full_at timestamptz;
update notifications_outlets outlet set promotions_full_at = moved.latest
from (select channel, max(created_at) as latest from notifications_outbox
  where state = 'waiting' and is_promotion and attempts = 0 and problem is not null group by channel) moved
where moved.channel = outlet.channel;
update notifications_outbox set due_at = created_at, problem = null
where state = 'waiting' and is_promotion and attempts = 0 and problem is not null;

-- Each of these serves one question, which repeats its condition (seq > 0, attempts >= 0: always true). Otherwise, as long as no
-- statistics know of the hundred thousand rows that news has just written, any of them looks as good as the right one.
drop index notifications_outbox_due;
create index notifications_outbox_due on notifications_outbox (channel, is_promotion, is_prompt desc, seq)
  where state = 'waiting' and seq > 0;
-- What may leave on a day without room for news; nothing in it is news that was never tried.
create index notifications_outbox_due_today on notifications_outbox (channel, is_promotion, is_prompt desc, seq)
  where state = 'waiting' and seq > 0 and (not is_promotion or attempts > 0);
drop index notifications_outbox_expiry;
create index notifications_outbox_expiry on notifications_outbox (channel, expires_at) where state = 'waiting' and attempts >= 0;
