"""Reads a calendar from standard input with python3-icalendar and tells its events as JSON."""
import datetime
import json
import sys

from icalendar import Calendar


def moment(value):
    if value is None:
        return None
    time = value.dt
    if isinstance(time, datetime.datetime):
        return int(time.timestamp())
    return time.isoformat()


calendar = Calendar.from_ical(sys.stdin.buffer.read())
events = []
for event in calendar.walk("VEVENT"):
    categories = event.get("CATEGORIES")
    events.append(
        {
            "uid": str(event["UID"]),
            "summary": str(event["SUMMARY"]),
            "description": str(event.get("DESCRIPTION", "")),
            "start": moment(event["DTSTART"]),
            "end": moment(event.get("DTEND")),
            "categories": [str(name) for name in categories.cats] if categories else [],
            "properties": sorted({name for name, _ in event.property_items()} - {"BEGIN", "END"}),
        }
    )
json.dump(events, sys.stdout)
