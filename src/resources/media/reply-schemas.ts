import { named } from '../../http/openapi/schema.ts';
import { replySchemaOf } from '../records/field-table.ts';
import { pageOf } from '../records/reply-schemas.ts';
import { mediaTable } from './table.ts';

const mediumSchema = named('Media', replySchemaOf(mediaTable));

export const mediaReplies = { one: mediumSchema, page: pageOf('MediaList', 'media', mediumSchema) } as const;
