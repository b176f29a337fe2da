// The caller's own account in the format of WordPress. Other accounts are never returned.
import type { Zones } from '../../core/dates/zones.ts';
import {
  type Caller,
  mayCreate,
  mayEditOthers,
  mayPublish,
  mayUpload,
  mayWriteTerms,
  roles,
} from '../../core/roles.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Links } from '../../http/links.ts';
import { emptyList, listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { anyText, idSchema, textSchema, urlSchema } from '../records/reply-schemas.ts';
import { type ReplyTable, schemasOf, showTable } from '../records/reply-table.ts';
import type { User } from '../users/repository.ts';
import { linkSchema, time } from './formats.ts';

interface View {
  user: User;
  caller: Caller;
  links: Links;
  zones: Zones;
}

const slugOf = ({ user }: View): string => slugify(user.login) || String(user.id);

const account: ReplyTable<View> = {
  id: [idSchema, ({ user }) => user.id],
  name: [textSchema('Display name'), ({ user }) => user.name],
  url: [anyText, () => ''],
  description: [anyText, () => ''],
  link: [urlSchema('URL of the public page'), (view) => view.links.page(`/author/${slugOf(view)}/`)],
  slug: [anyText, slugOf],
  avatar_urls: [{ type: 'object', additionalProperties: false }, () => ({})],
  meta: [emptyList, () => []],
};

/** Only with `context=edit`. */
const forEditing: ReplyTable<View> = {
  username: [textSchema('Only with `context=edit`, like the members that follow'), ({ user }) => user.login],
  first_name: [anyText, () => ''],
  last_name: [anyText, () => ''],
  email: [anyText, ({ user }) => user.email ?? ''],
  nickname: [anyText, ({ user }) => user.name],
  registered_date: [anyText, ({ user, zones }) => `${time(zones.toWall(user.created_at, 'UTC'))}+00:00`],
  roles: [listOf({ type: 'string', enum: roles }), ({ user }) => [user.role]],
  capabilities: [
    { type: 'object', additionalProperties: { const: true } },
    // Includes write rights, although this is a read.
    ({ caller }) => capabilitiesOf({ ...caller, scopes: caller.key?.scopes }),
  ],
};

export const meSchema = named(
  'Me',
  strictObject(
    { ...schemasOf(account), ...schemasOf(forEditing), _links: strictObject({ self: linkSchema }) },
    Object.keys(forEditing),
  ),
);

export const presentMe = (view: View, edit: boolean) => ({
  ...showTable(account, view),
  ...(edit ? showTable(forEditing, view) : {}),
  _links: { self: [{ href: view.links.rest('/users/me') }] },
});

/** Clients check these before they offer an action. As in WordPress, only granted capabilities are listed. */
function capabilitiesOf(caller: Caller): Record<string, true> {
  const allowed: readonly (readonly [name: string, allowed: boolean])[] = [
    ['read', true],
    ['edit_posts', mayCreate(caller)],
    ['edit_tribe_events', mayCreate(caller)],
    ['publish_posts', mayPublish(caller)],
    ['publish_tribe_events', mayPublish(caller)],
    ['upload_files', mayUpload(caller)],
    ['edit_others_posts', mayEditOthers(caller)],
    ['edit_others_tribe_events', mayEditOthers(caller)],
    ['manage_categories', mayWriteTerms(caller, 'tag')],
    [caller.role, true],
  ];
  return Object.fromEntries(allowed.flatMap(([name, isAllowed]) => (isAllowed ? [[name, true]] : [])));
}
