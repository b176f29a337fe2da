import { type ChangeKind, changeKinds, isTaxonomy, plurals } from '../core/kinds.ts';
import { fromKeys } from '../core/objects.ts';
import { idIn, kindIn, recordOutput } from './read-tools.ts';
import {
  bodySchema,
  dryRun,
  fieldsOf,
  kindSchema,
  object,
  type RouteNamed,
  recordId,
  relatedKinds,
  writeLanguage,
} from './schemas.ts';
import {
  type Arguments,
  assertKnown,
  bodyOf,
  type CallApi,
  type ObjectSchema,
  type Tool,
  ToolError,
  type ToolResult,
} from './tool.ts';

const writeOptions = { language: writeLanguage, dry_run: dryRun };

export const writeTools = (route: RouteNamed): Tool[] => [...eventTools(route), ...recordTools(route), trashTool];

function eventTools(route: RouteNamed): Tool[] {
  const created = bodySchema(route('createEvent'), false);
  const changes = bodySchema(route('updateEvent'), true);
  return [
    {
      name: 'create_event',
      title: 'Create an event',
      description:
        'Create an event. It is published at once unless status is draft, pending or private, or its publication date is in the future. Venues and organizers are sent by id, or as objects with the data of new ones ({"venue":"Old Mill","city":"Lyon"}, {"organizer":"Ann"}); categories and tags by id, name or slug.',
      input: object({ ...created.properties, ...writeOptions }, created.required),
      output: recordOutput,
      effect: 'creates',
      run: async (args, call) => write('event', { method: 'POST', path: '/events', args }, call),
    },
    {
      name: 'update_event',
      title: 'Update an event',
      description:
        'Change an event. Only the fields sent change; null clears a field. Lists (categories, tags, venue, organizer, tickets) are replaced as a whole. Setting status takes an event out of the trash.',
      input: object({ id: recordId, ...changes.properties, ...writeOptions }, ['id']),
      output: recordOutput,
      effect: 'changes',
      run: async ({ id, ...args }, call) =>
        write('event', { method: 'PATCH', path: `/events/${idIn({ id })}`, args }, call),
    },
  ];
}

function recordTools(route: RouteNamed): Tool[] {
  const schemasOf = (verb: string, update: boolean) =>
    fromKeys(relatedKinds, (kind) => bodySchema(route(`${verb}${kind[0]?.toUpperCase()}${kind.slice(1)}`), update));
  const created = schemasOf('create', false);
  const changes = schemasOf('update', true);
  return [
    {
      name: 'create_record',
      title: 'Create a venue, organizer, category or tag',
      description: 'Create one venue, organizer, category or tag: send its data under exactly one of these names.',
      input: object({ ...created, ...writeOptions }),
      output: recordOutput,
      effect: 'creates',
      run: async (args, call) => {
        const { kind, data } = dataIn(args, created);
        return write(kind, { method: 'POST', path: `/${plurals[kind]}`, args: { ...data, ...rest(args) } }, call);
      },
    },
    {
      name: 'update_record',
      title: 'Update a venue, organizer, category or tag',
      description:
        'Change one venue, organizer, category or tag: its id, and the changes under exactly one of these names. Only the fields sent change; null clears a field.',
      input: object({ id: recordId, ...changes, ...writeOptions }, ['id']),
      output: recordOutput,
      effect: 'changes',
      run: async (args, call) => {
        const { kind, data } = dataIn(args, changes);
        const path = `/${plurals[kind]}/${idIn(args)}`;
        return write(kind, { method: 'PATCH', path, args: { ...data, ...rest(args) } }, call);
      },
    },
  ];
}

const rest = ({ language, dry_run }: Arguments): Arguments => ({ language, dry_run });

function dataIn(
  args: Arguments,
  schemas: Readonly<Record<string, ObjectSchema>>,
): { kind: ChangeKind; data: Arguments } {
  const sent = relatedKinds.filter((kind) => args[kind] !== undefined);
  const [kind] = sent;
  const data = kind && args[kind];
  if (sent.length !== 1 || kind === undefined || data === null || typeof data !== 'object' || Array.isArray(data)) {
    throw new ToolError(`Send an object under exactly one of ${relatedKinds.join(', ')}.`);
  }
  assertKnown(data as Arguments, schemas[kind] as ObjectSchema);
  return { kind, data: data as Arguments };
}

/** The API accepts other spellings as well, but what the tool says it did must be what the API did. */
function flagIn(args: Arguments, name: 'dry_run' | 'force'): boolean {
  const value = args[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new ToolError(`${name} must be true or false.`);
}

interface Write {
  method: 'POST' | 'PATCH';
  path: string;
  args: Arguments;
}

async function write(kind: ChangeKind, { method, path, args }: Write, call: CallApi): Promise<ToolResult> {
  const { language, dry_run: _, ...body } = args;
  const dry_run = flagIn(args, 'dry_run');
  const query = { i18n_language: language, dry_run, _fields: fieldsOf[kind] };
  const record = bodyOf<Record<string, unknown>>(await call({ method, path, query, body }));
  const done = method === 'POST' ? 'Created' : 'Updated';
  const head = dry_run ? 'Nothing was saved; the result would be:' : `${done} ${kind} ${record['id']}:`;
  return { text: `${head}\n${JSON.stringify(record)}`, structured: record };
}

const trashTool: Tool = {
  name: 'trash_record',
  title: 'Trash or delete a record',
  description:
    'Move an event, venue or organizer to the trash, from which an update of its status restores it, or delete it permanently with force. Categories and tags can only be deleted permanently; events lose them then.',
  input: object(
    {
      kind: kindSchema(changeKinds),
      id: recordId,
      force: {
        type: 'boolean',
        description: 'Delete permanently instead; required for categories and tags, which have no trash',
      },
      dry_run: dryRun,
    },
    ['kind', 'id'],
  ),
  output: object(
    { id: { type: 'integer' }, deleted: { type: 'boolean', description: 'Whether it was deleted permanently' } },
    ['id', 'deleted'],
  ),
  effect: 'changes',
  async run(args, call) {
    const kind = kindIn(args, changeKinds);
    const id = idIn(args);
    const force = flagIn(args, 'force');
    const dry_run = flagIn(args, 'dry_run');
    if (isTaxonomy(kind) && !force)
      throw new ToolError(`A ${kind} has no trash; send force: true to delete it permanently.`);
    const query = { force: isTaxonomy(kind) ? undefined : force, dry_run };
    bodyOf(await call({ method: 'DELETE', path: `/${plurals[kind]}/${id}`, query }));
    const verb = dry_run ? 'would be' : 'is';
    return {
      text: `The ${kind} ${id} ${verb} ${force ? 'deleted permanently' : 'in the trash'}.`,
      structured: { id, deleted: force },
    };
  },
};
