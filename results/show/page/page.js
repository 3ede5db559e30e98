// The script of a page: it steps through the run.  Window.mxgen is for scripts that make pages live.
"use strict";
(function () {
	const byId = (id) => document.getElementById(id);
	let run, at;

	// load takes a run, as Data in Go, and goes to the state after k events.
	function load(data, k) {
		run = data;
		byId("at").max = run.events.length;
		for (const g of document.querySelectorAll("#diagram g.event")) {
			const k = Number(g.dataset.event);
			g.addEventListener("click", () => go(k + 1));
			g.addEventListener("mouseenter", () => look(k));
			g.addEventListener("mouseleave", () => look(at - 1));
		}
		if (run.picture) byId("picture").style.minHeight = run.picture.height + 4 + "px";
		go(k, true);
	}

	// past returns the events that happen before event k, itself included.
	function past(k) {
		const seen = new Set();
		const todo = k < 0 ? [] : [k];
		const previous = [];
		const last = {};
		run.events.forEach((e, i) => { previous[i] = last[e.line] ?? -1; last[e.line] = i; });
		while (todo.length > 0) {
			const i = todo.pop();
			if (i < 0 || seen.has(i)) continue;
			seen.add(i);
			todo.push(previous[i], run.events[i].from);
		}
		return seen;
	}

	// ranges writes ascending numbers as "1-4, 7".
	function ranges(numbers) {
		const parts = [];
		for (const n of numbers) {
			const last = parts[parts.length - 1];
			if (last && last[1] === n - 1) last[1] = n; else parts.push([n, n]);
		}
		return parts.map(([a, b]) => a === b ? a : a + "-" + b).join(", ");
	}

	// look marks event k, and unless it is quiet, what happened before it and the messages between these.
	function look(k, quiet) {
		const seen = past(k), shown = quiet || !run.causes ? new Set() : seen;
		for (const g of document.querySelectorAll("#diagram g.row"))
			g.classList.toggle("now", Number(g.dataset.event) === k);
		for (const g of document.querySelectorAll("#diagram g.event")) {
			const i = Number(g.dataset.event);
			g.classList.toggle("past", shown.has(i) && i !== k);
		}
		for (const g of document.querySelectorAll("#diagram g.message"))
			g.classList.toggle("past", shown.has(Number(g.dataset.sent)) && shown.has(Number(g.dataset.received)));
		byId("event").textContent = k < 0 ? "Before event " + (run.first + 1) + "." : run.events[k].text;
		byId("causes").textContent = k < 0 || !run.causes ? "" : describe(k, seen);
	}

	// describe says what event k follows from.
	function describe(k, seen) {
		const causes = [...seen].filter((i) => i !== k).sort((a, b) => a - b).map((i) => run.first + i + 1);
		const from = [];
		if (causes.length > 0) from.push(ranges(causes));
		if (run.first > 0) from.push("perhaps events before " + (run.first + 1));
		const independent = k - causes.length;
		return "It follows from " + (from.join(" and ") || "no earlier event") + "; " +
			(independent === 0 ? "no" : independent) + (run.first > 0 ? " drawn event" : " earlier event") +
			(independent > 1 ? "s are" : " is") + " independent of it.";
	}

	// values are those of all variables after k events.
	function values(k) {
		const v = run.start.map((row) => row.slice());
		for (let i = 0; i < k; i++)
			for (const c of run.changes[i]) v[c.r][c.c] = c.v;
		return v;
	}

	function showVariables() {
		const now = values(at), before = values(Math.max(at - 1, 0));
		const rows = byId("variables").tBodies[0].rows;
		now.forEach((row, r) => row.forEach((value, c) => {
			const cell = rows[r].cells[c + 1];
			const changed = value !== before[r][c];
			cell.textContent = value;
			cell.classList.toggle("changed", changed);
			if (changed) cell.title = "was " + before[r][c]; else cell.removeAttribute("title");
		}));
		const heads = byId("variables").tHead.rows[0].cells;
		for (let c = 1; c < heads.length; c++)
			heads[c].classList.toggle("acts", at > 0 && run.events[at - 1].line === c - 1);
	}

	// The parts of a drawing are SVG that mxgen has written, with all text escaped.
	function showPicture() {
		if (!run.picture) return;
		const d = run.picture.steps[at];
		byId("picture").innerHTML = d.head + d.parts.map((p) => run.picture.parts[p]).join("") + "</svg>";
	}

	// go shows the state after k events.
	function go(k, quiet) {
		at = Math.min(Math.max(k, 0), run.events.length);
		byId("at").value = at;
		byId("at").setAttribute("aria-valuetext", "after event " + (run.first + at));
		look(at - 1, quiet);
		showVariables();
		showPicture();
		const row = document.querySelector('#diagram g.event[data-event="' + (at - 1) + '"] .event');
		if (row) {
			const box = byId("diagram").getBoundingClientRect(), r = row.getBoundingClientRect();
			if (r.top < box.top + 40) byId("diagram").scrollTop -= box.top + 80 - r.top;
			if (r.bottom > box.bottom - 40) byId("diagram").scrollTop += r.bottom + 80 - box.bottom;
		}
		history.replaceState(null, "", "#event=" + (run.first + at));
	}

	const keys = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0), End: () => go(run.events.length) };
	document.addEventListener("keydown", (e) => {
		if (e.altKey || e.ctrlKey || e.metaKey || e.target.id === "at" || !keys[e.key]) return;
		e.preventDefault();
		keys[e.key]();
	});
	byId("first").addEventListener("click", keys.Home);
	byId("back").addEventListener("click", keys.ArrowLeft);
	byId("step").addEventListener("click", keys.ArrowRight);
	byId("last").addEventListener("click", keys.End);
	byId("at").addEventListener("input", () => go(Number(byId("at").value)));
	document.documentElement.classList.add("scripted");
	byId("controls").hidden = false;

	const data = JSON.parse(byId("run").textContent);
	const wanted = /^#event=(\d+)$/.exec(location.hash);
	load(data, wanted ? Number(wanted[1]) - data.first : data.events.length);
	window.mxgen = { load, go, at: () => at };
})();
