-- Up to which transfer of an account the books were proven, and the balance there: the hourly proof goes on from here. The
-- proof of the whole reads none of it.
create table ledger_proven (
  account bigint primary key,
  version bigint not null,
  balance bigint not null
);
