// Package record writes what a program does into a log that "mxgen check" reads.  The
// program is yours: a lock service, for example, that implements one of the algorithms of
// mxgen by code of its own.  The package imports nothing but the standard library.
//
// # A log
//
// A log says which system the program implements, and what each node did.  A program with
// one node per process opens one file per node:
//
//	log, err := record.OpenNode("logs", 2, record.Header{
//		Config:  record.Config{Algorithm: "ricart-agrawala", N: 3, Network: "fifo"},
//		Program: "lockservice 1.4",
//	})
//	defer log.Close()
//
// A program that has all nodes in one process can write one file: [Open], and then
// [Log.Node] for each node.  The format is described in docs/trace.md.
//
// # A handler is one event
//
// Four things happen at a node: it requests its critical section, it receives a message, it
// enters, it exits.  The handler of each is atomic, and is one line of the log: with the
// messages that it sends, and with the node's variables afterwards if you give them.  Call
// [Node.Request], [Node.Receive], [Node.Enter] or [Node.Exit] where the handler begins and
// [Node.End] where it ends, under the lock that makes the handler atomic; what is sent in
// between belongs to the event:
//
//	func (s *server) receive(m message) {
//		s.mu.Lock()
//		defer s.mu.Unlock()
//		defer s.log.Receive(m.from, record.Message{Kind: "REQUEST", Fields: []int{m.number}}).End()
//		...
//		s.log.Send(m.from, record.Message{Kind: "REPLY"})
//	}
//
// The next event ends the previous one as well.  A handler that counts the last reply and
// enters at once therefore calls Receive, Enter and, at its end, End: two lines.
//
// # Concurrency
//
// Nodes do not wait for each other: each builds its lines for itself and hands them to the
// file with one write.  Only the order of a node's own lines has a meaning ("order":"nodes"
// in the header); mxgen check finds an order of all.  One Node is used by one handler at a
// time, which is what atomic means; go test -race reports a program that does not keep to it.
//
// # Crashes
//
// End writes the line to the file before it returns, unless [Header.Buffered] is set.  Of a
// process that is killed at most the last line is torn.  Let the messages of a handler leave
// after its End: then no log has a message received whose sending was lost.
//
// Recording never stops the program.  An error ends the recording, and [Node.Close] or
// [Log.Close] returns it; [Node.Err] does so earlier.
//
// # Cost
//
// Building a line takes a few hundred nanoseconds, with no allocation; one write per line
// costs what the system takes for a write.  With [Header.Buffered] an event costs less than
// a microsecond (BenchmarkEvent), and a killed process loses the lines since the last
// [Node.Flush].
package record
