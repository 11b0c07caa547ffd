-- A wrong code or passkey while a factor is set up is no failed sign-in.
alter table security_events
  drop constraint security_events_kind_check,
  add constraint security_events_kind_check check (kind in ('administrator_change', 'administrator_look', 'limit_hit',
    'new_place', 'refused', 'token_refused', 'wrong_enrolment', 'wrong_secret'));
