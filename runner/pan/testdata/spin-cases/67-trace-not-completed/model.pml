mtype = { a, b }; chan c = [1] of { mtype };
trace { c!a; c?a; c!b; c?b }
active proctype S() { c!a; end: c?b }
active proctype R() { c?a; end: c?b }
