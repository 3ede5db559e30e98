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

	// look marks event k, and unless it is quiet, what happened before it and the messages between these.
	function look(k, quiet) {
		const seen = causes.past(run.events, k), shown = quiet || !run.causes ? new Set() : seen;
		causes.mark(byId("diagram"), k, shown);
		byId("event").textContent = k < 0 ? "Before event " + (run.first + 1) + "." : run.events[k].text;
		byId("causes").textContent = k < 0 || !run.causes ? "" : causes.describe(k, seen, run.first);
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
