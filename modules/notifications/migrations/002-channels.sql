-- The number that SMS alerts go to; a copy of the profile's, as the address is.
alter table notifications_recipients add column phone text;

-- How a letter would have been sent: this installation keeps both kinds in the practice mailbox.
alter table notifications_letters add column channel text not null default 'email' check (channel in ('email', 'sms'));
