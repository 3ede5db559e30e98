package reference

import "github.com/mxgen/mxgen/models/config"

// Picture describes one world as the sources of the algorithm draw it: queues, graphs and
// tables, without coordinates and colours.  Package results/show draws it.
type Picture []Part

// Part is one drawing of a picture.  One of Queue, Graph and Table is set.
type Part struct {
	Title string
	Queue *Queue
	Graph *Graph
	Table *Table
}

// Queue is a sequence of nodes, the first one at the head.
type Queue struct {
	Places []Place
	Empty  string // what is written if there are no places; "": "empty"
	Set    bool   // the places have no order
}

// Place is a place of a queue.
type Place struct {
	Node  int // 0: the place is free
	Notes []string
	Mark  Mark
}

// Graph has the nodes of the system as points.
type Graph struct {
	Layout Layout
	Order  []int         // Ring: the nodes as they follow each other, nil: 1 to N
	Centre int           // Star
	Edges  []config.Edge // Tree: its edges; drawn thinly
	Lines  [][]int       // Plane: the sets of points, the set of node i at i-1
	Points []Point       // of nodes 1..N
	Arrows []Arrow
}

// Layout says where the points of a graph are.
type Layout uint8

// The layouts.
const (
	Ring  Layout = iota // on a circle
	Star                // on a circle around one of them
	Tree                // level by level
	Plane               // of the 7 points of the projective plane of order 2
)

// Point is a node of a graph.
type Point struct {
	Notes []string
	Mark  Mark
	Token bool // the token is here
}

// Arrow goes from a node to another one.
type Arrow struct {
	From, To int
	Kind     ArrowKind
	Text     string
}

// ArrowKind says what an arrow stands for.
type ArrowKind uint8

// The kinds of arrow.
const (
	Pointer  ArrowKind = iota // a variable with a node, such as next or holder
	Follow                    // a variable that says who comes after this node
	UnderWay                  // a message
	Carried                   // the token, under way
)

// Table has numbers or sets by node.
type Table struct {
	Heads []string // of the columns, the first one of the column of row names
	Even  bool     // all columns but the first are as wide as the widest
	Rows  []Row
}

// Row is a row of a table.
type Row struct {
	Name  string
	Mark  Mark
	Cells []Cell
}

// Cell is a cell of a table.
type Cell struct {
	Text string
	Mark Mark
}

// Mark says what is special about a part of a picture.
type Mark uint8

// The marks.  Waiting and Inside are the phases of a client.
const (
	Plain   Mark = iota
	Waiting      // the client waits
	Inside       // the client is in its critical section
	Notable      // what the algorithm acts on: an outstanding request, a permission
	Alarm        // what takes a permission back or refuses it
)

// MarkOf is the mark of a node's phase.
func (w *World) MarkOf(i int) Mark {
	return [...]Mark{Idle: Plain, Wait: Waiting, CS: Inside}[w.Phase(i)]
}

// Points are the points of a graph with the phases of the nodes.
func (w *World) Points() []Point {
	points := make([]Point, w.N())
	for i := range points {
		points[i].Mark = w.MarkOf(i + 1)
	}
	return points
}

// Flights are arrows for the messages under way; those of class token carry the token.
func (w *World) Flights(token string) []Arrow {
	var arrows []Arrow
	for _, f := range w.InFlight() {
		kind := UnderWay
		if f.Msg.Kind == token {
			kind = Carried
		}
		arrows = append(arrows, Arrow{From: f.From, To: f.To, Kind: kind, Text: f.Msg.String()})
	}
	return arrows
}
