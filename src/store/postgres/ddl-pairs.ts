// Migration 10: what a search finds that has no three letters in a row is in indexes of letters and pairs (`../pairs.ts`).

const index = (name: string, kinds: string): string => `create index ${name} on record_texts
  using gin (text_pairs(title_folded || chr(10) || body_folded)) with (gin_pending_list_limit = 1024) where kind ${kinds}`;

export const pairs: readonly string[] = [
  // Letters by their code points, and pairs of them as one number each.
  `create function text_pairs(folded text) returns bigint[]
    language plpgsql immutable strict parallel safe cost 1000 as $$
    declare
      letters bigint[] := array(select ascii(letter) from unnest(string_to_array(folded, null)) as letter);
    begin
      return letters || array(
        select before << 21 | after from unnest(letters, letters[2:]) as pair (before, after)
        where before not in (10, 32) and after not in (10, 32));
    end $$`,
  index('record_texts_event_pairs', `= 'event'`),
  index('record_texts_other_pairs', `<> 'event'`),
];
