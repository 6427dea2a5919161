"""`onair live` as a test drives it."""

import json

from processes import Running
from waiting import DEADLINE


class LiveEvents:
    """What a running `onair live --json` says; whatever runs it keeps its lines."""

    @property
    def events(self):
        """Everything it said so far; a line that is no JSON object fails."""
        found = []
        for name, _, line in list(self.lines):
            if name == "out" and line:
                event = json.loads(line)
                assert isinstance(event.get("event"), str), line
                found.append(event)
        return found

    def of(self, kind):
        return [event for event in self.events if event["event"] == kind]

    def wait_for_event(self, kind, deadline=DEADLINE, **members):
        """The first event of a kind whose members are as given."""

        def match(line):
            if not line.startswith("{"):
                return None
            event = json.loads(line)
            if event.get("event") == kind and all(event.get(name) == value for name, value in members.items()):
                return event
            return None

        return self.wait_for(match, f"event {kind} {members}", deadline)

    def wait_until_live(self, deadline=DEADLINE):
        return self.wait_for_event("destination", deadline, state="live")

    def finish(self, code=0, deadline=DEADLINE):
        """Waits for its end and returns the summary, which is the last word and agrees with the exit code."""
        ended = self.wait(deadline)
        assert ended == code, f"exit code {ended}, not {code}\n{self.tail()}"
        last = self.events[-1]
        assert last["event"] == "summary", last
        assert last["exitCode"] == code
        return last

    def failures(self, kind="destination"):
        return [event for event in self.of(kind) if event["error"] is not None]


class Live(LiveEvents, Running):
    """A running `onair live --json`."""

    def __init__(self, binary, *arguments, prefix=(), **options):
        """`prefix` is the command that runs it somewhere else, such as in another network."""
        super().__init__([*prefix, binary, "live", "--json", *arguments], **options)
