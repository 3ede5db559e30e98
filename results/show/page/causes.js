// What an event of a space-time diagram follows from.  The pages of runs and the live page have it.
"use strict";
const causes = {
	// events are the events of a diagram, read from its SVG: their lines, and the events that sent what they receive.
	events(diagram) {
		const all = [...diagram.querySelectorAll("g.event[data-event]")].map((g) => ({ line: g.dataset.line, from: -1 }));
		for (const g of diagram.querySelectorAll("g.message"))
			if (all[g.dataset.received]) all[g.dataset.received].from = Number(g.dataset.sent);
		return all;
	},

	// past returns the events that happen before event k, itself included.
	past(events, k) {
		const seen = new Set();
		const todo = k < 0 ? [] : [k];
		const previous = [];
		const last = {};
		events.forEach((e, i) => { previous[i] = last[e.line] ?? -1; last[e.line] = i; });
		while (todo.length > 0) {
			const i = todo.pop();
			if (i < 0 || seen.has(i)) continue;
			seen.add(i);
			todo.push(previous[i], events[i].from);
		}
		return seen;
	},

	// mark marks event k of a diagram, and events that are shown with the messages between them.
	mark(diagram, k, shown) {
		for (const g of diagram.querySelectorAll("g.row"))
			g.classList.toggle("now", Number(g.dataset.event) === k);
		for (const g of diagram.querySelectorAll("g.event")) {
			const i = Number(g.dataset.event);
			g.classList.toggle("past", shown.has(i) && i !== k);
		}
		for (const g of diagram.querySelectorAll("g.message"))
			g.classList.toggle("past", shown.has(Number(g.dataset.sent)) && shown.has(Number(g.dataset.received)));
	},

	// ranges writes ascending numbers as "1-4, 7".
	ranges(numbers) {
		const parts = [];
		for (const n of numbers) {
			const last = parts[parts.length - 1];
			if (last && last[1] === n - 1) last[1] = n; else parts.push([n, n]);
		}
		return parts.map(([a, b]) => a === b ? a : a + "-" + b).join(", ");
	},

	// describe says what event k follows from: the events of seen.  There are first events before the drawn ones.
	describe(k, seen, first) {
		const before = [...seen].filter((i) => i !== k).sort((a, b) => a - b).map((i) => first + i + 1);
		const from = [];
		if (before.length > 0) from.push(causes.ranges(before));
		if (first > 0) from.push("perhaps events before " + (first + 1));
		const independent = k - before.length;
		return "It follows from " + (from.join(" and ") || "no earlier event") + "; " +
			(independent === 0 ? "no" : independent) + (first > 0 ? " drawn event" : " earlier event") +
			(independent > 1 ? "s are" : " is") + " independent of it.";
	},
};
