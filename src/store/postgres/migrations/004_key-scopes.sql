-- What an application password is limited to and until when: scopes separated by blanks, null for all that the user may.

alter table application_passwords add column uuid text collate "C";
update application_passwords set uuid = gen_random_uuid()::text;
create unique index application_passwords_uuid on application_passwords (uuid);
alter table application_passwords add column scopes text collate "C";
alter table application_passwords add column expires_at bigint;
alter table application_passwords add column last_used_from text collate "C";
