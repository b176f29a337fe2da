const uuid = /^(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * UID of an event in iCalendar: its external id if its form is globally unique (it has an `@` or is a UUID), as that of
 * events from other calendars; else its id at the host of the calendar. An external id that looks like a UID of this
 * calendar is not used.
 */
export function uidOf({ id, external_id }: { id: number; external_id: string | null }, host: string): string {
  const isGlobal = external_id !== null && (external_id.includes('@') || uuid.test(external_id));
  return isGlobal && idOfOwnUid(external_id, host) === undefined ? external_id : `${id}@${host}`;
}

/** The id of the event if this calendar created the UID. */
export function idOfOwnUid(uid: string, host: string): number | undefined {
  const [, digits, at] = /^([1-9]\d{0,15})@(.+)$/s.exec(uid) ?? [];
  const id = Number(digits);
  return at?.toLowerCase() === host.toLowerCase() && Number.isSafeInteger(id) ? id : undefined;
}
