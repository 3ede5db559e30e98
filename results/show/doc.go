// Package show draws runs of the Go program: space-time diagrams, tables of variables, and the
// picture that the sources of the algorithm draw.
//
//	sys, err := algorithms.New(cfg)              // any System, also one with a seeded bug
//	run := show.NewRun(sys.Raw())                // at the initial state; StartAt begins elsewhere
//	err = run.Step(e)                            // executes an event and records it; again and again
//	run.Back(3)                                  // forgets events from the fourth on
//
//	svg := run.Diagram().SVG(scene.Inline)       // the space-time diagram
//	nodes := run.Variables(k)                    // all variables after k events; JSON
//	if p := run.Picture(k); p != nil {           // the algorithm's own picture after k events
//		svg = p.SVG(scene.Inline)
//	}
//	w := run.World(k)                            // the state itself: w.Enabled(), w.InFlight()
//	run.Violations()                             // which properties are false, and where
//
// A page with inline drawings needs the style sheet scene.CSS() once; scene.Standalone makes a
// file that has its own.  In the SVG of a diagram each event is a <g class="event"
// data-event="K">, K from 0, and each message a <g class="message" data-sent="K" data-received="K">, -1 for
// none; in the SVG of a picture each node is a <g class="point" data-node="I">.
//
// The packages below:
//
//	scene     shapes, their styles, SVG
//	diagram   charts of runs as scenes, also of runs that no program executes
//	picture   what reference.Picture describes, as a scene
//	raster    scenes as PNG
//	page      one HTML file with all of it
//
// show, scene, diagram and picture use no files, network or processes, and compile to WebAssembly.  They know
// the algorithms through package reference alone.
package show
