-- What an application password is limited to and until when: scopes separated by blanks, null for all that the user may.

alter table application_passwords add column uuid text;
update application_passwords set uuid = lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' ||
  substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));
create unique index application_passwords_uuid on application_passwords (uuid);
alter table application_passwords add column scopes text;
alter table application_passwords add column expires_at integer;
alter table application_passwords add column last_used_from text;
