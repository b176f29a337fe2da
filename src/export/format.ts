// The format of an export: newline-delimited JSON. The first line is the header, then comes one line per record, with its
// `list`, and the last line counts the `records`, without which an export is incomplete. A change of meaning is a new version.

export const exportFormat = 'kalends-export';
export const exportVersion = 2;
/** The old format, one JSON document with lists of the same records; it can still be read. */
export const documentVersion = 1;
