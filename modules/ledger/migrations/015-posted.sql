-- Raises HF004 unless every leg was posted, now or by an earlier call, so that a statement that goes with the commit can refuse
-- it. The detail has the answers of `ledger_post`.
create function ledger_all_posted(p_results smallint[]) returns void language plpgsql immutable as $$
begin
  if not p_results <@ '{0,1}' then
    raise exception 'the ledger refused' using errcode = 'HF004', detail = array_to_string(p_results, ',');
  end if;
end $$;
revoke execute on function ledger_all_posted(smallint[]) from public;
