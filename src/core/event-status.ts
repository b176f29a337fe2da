// Whether an event takes place as announced, and where people take part.

export const eventStatuses = ['scheduled', 'canceled', 'postponed', 'rescheduled', 'moved_online'] as const;
export type EventStatus = (typeof eventStatuses)[number];

export const attendanceModes = ['offline', 'online', 'mixed'] as const;
export type AttendanceMode = (typeof attendanceModes)[number];
