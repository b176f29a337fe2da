// UIDs of events in calendar files (RFC 5545, 3.8.4.7): what one program wrote another recognises.

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The external id where it is unique in the world, else the event's id at the calendar's own host. */
export function uidOf({ id, external_id }: { id: number; external_id: string | null }, host: string): string {
  const isWorldWide = external_id !== null && (external_id.includes('@') || uuid.test(external_id));
  return isWorldWide ? external_id : `${id}@${host}`;
}

/** The id in a UID that this calendar made; undefined for those of others. */
export function idOfOwnUid(uid: string, host: string): number | undefined {
  const [, digits, at] = /^(\d{1,15})@(.+)$/.exec(uid) ?? [];
  return digits !== undefined && at?.toLowerCase() === host.toLowerCase() ? Number(digits) : undefined;
}
