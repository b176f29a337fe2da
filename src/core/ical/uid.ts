const uuid = /^(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * UID of an event in iCalendar: its external id where that is unique in the whole world by its form (it has an `@` or
 * is a UUID), as events have it that came from another calendar; else its id at the host of the calendar's public
 * address. An external id that has the form of another event's own UID is no UID.
 */
export function uidOf(event: { id: number; external_id: string | null }, host: string): string {
  const { id, external_id } = event;
  const isGlobal = external_id !== null && (external_id.includes('@') || uuid.test(external_id));
  return isGlobal && idOfOwnUid(external_id, host) === undefined ? external_id : `${id}@${host}`;
}

/** The id of the event whose UID this calendar made itself; `undefined` for a UID from elsewhere. */
export function idOfOwnUid(uid: string, host: string): number | undefined {
  const [, digits, at] = /^([1-9]\d{0,15})@(.+)$/s.exec(uid) ?? [];
  const id = Number(digits);
  return at?.toLowerCase() === host.toLowerCase() && Number.isSafeInteger(id) ? id : undefined;
}
