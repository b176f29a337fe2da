"""Reads [{rule, start, zone, until}] from standard input and tells the instances of each as JSON, with
python3-recurring-ical-events: UTC seconds, or what it could not do."""
import datetime
import json
import sys

import icalendar
import recurring_ical_events


def expand(case):
    zone = "" if case["zone"] == "UTC" else f";TZID={case['zone']}"
    start = case["start"] + ("Z" if case["zone"] == "UTC" else "")
    lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", f"DTSTART{zone}:{start}", f"RRULE:{case['rule']}"]
    calendar = icalendar.Calendar.from_ical("\r\n".join([*lines, "END:VEVENT", "END:VCALENDAR", ""]))
    first = datetime.datetime.strptime(case["start"][:8], "%Y%m%d")
    last = datetime.datetime.strptime(case["until"], "%Y%m%d")
    events = recurring_ical_events.of(calendar).between(first, last)
    return sorted(int(event["DTSTART"].dt.timestamp()) for event in events)


def as_json(case):
    try:
        return expand(case)
    except Exception as error:  # The test shows it.
        return f"{type(error).__name__}: {error}"


json.dump([as_json(case) for case in json.load(sys.stdin)], sys.stdout)
