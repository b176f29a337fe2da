// Whether an event takes place as announced, and where people take part.

export const eventStatuses = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved_online'] as const;
export type EventStatus = (typeof eventStatuses)[number];

export const attendanceModes = ['offline', 'online', 'mixed'] as const;
export type AttendanceMode = (typeof attendanceModes)[number];

/** Those of schema.org. */
export const attendanceModeNames: Readonly<Record<AttendanceMode, string>> = {
  offline: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
};

export const eventStatusNames: Readonly<Record<EventStatus, string>> = {
  scheduled: 'https://schema.org/EventScheduled',
  canceled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
  rescheduled: 'https://schema.org/EventRescheduled',
  moved_online: 'https://schema.org/EventMovedOnline',
};
