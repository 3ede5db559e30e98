package pan

import "strings"

// Kind says what was violated, or what cut a search short.
type Kind string

// Kinds of violations.
const (
	KindAssertion   Kind = "assertion" // also how a safety formula fails
	KindArrayIndex  Kind = "array index"
	KindEndState    Kind = "invalid end state"
	KindAcceptance  Kind = "acceptance cycle"
	KindNonProgress Kind = "non-progress cycle"
	KindClaimEnd    Kind = "end state in claim"
	KindTrace       Kind = "event trace"
)

// Kinds of incomplete searches.
const (
	KindDepth       Kind = "depth"
	KindMemory      Kind = "memory"
	KindTime        Kind = "time"
	KindInterrupted Kind = "interrupted"
	KindKilled      Kind = "killed"
	KindNoSummary   Kind = "no summary"
)

// errorClass is what the text of an error line means.
type errorClass struct {
	prefix string
	class  Class
	kind   Kind
}

// errorClasses has the texts of SPIN 6.5.2.  The first prefix that matches counts.
var errorClasses = []errorClass{
	{"assertion violated - invalid array index", Violated, KindArrayIndex},
	{"assertion violated", Violated, KindAssertion},
	{"c_code line ", Violated, KindAssertion}, // its condition in brackets is false
	{"c_expr line ", Violated, KindAssertion},
	{"invalid end state", Violated, KindEndState},
	{"acceptance cycle", Violated, KindAcceptance},
	{"accept cycle found", Violated, KindAcceptance},
	{"accept stutter", Violated, KindAcceptance},
	{"non-progress cycle", Violated, KindNonProgress},
	{"end state in claim reached", Violated, KindClaimEnd},
	{"event_trace error", Violated, KindTrace},

	{"depth limit reached", Incomplete, KindDepth},
	{"out of non-shared memory", Incomplete, KindMemory},
	{"spin_heap limit reached", Incomplete, KindMemory},

	{"error, partial order reduction invalid", AnnotationError, ""},
	{"rand receive on xr channel", AnnotationError, ""},
	{"sorted send on xr channel", AnnotationError, ""},

	{"xs chans cannot be used for rv", ModelError, ""},
	{"xr chans cannot be used for rv", ModelError, ""},
	{"x[rs] claim on uninitialized channel", ModelError, ""},
	{"block in d_step seq", ModelError, ""},
	{"blocking sel in d_step", ModelError, ""},
	{"rv-attempt in d_step", ModelError, ""},
	{"too few parameters in send stmnt", ModelError, ""},
	{"too many parameters", ModelError, ""},
	{"too many fields in recv", ModelError, ""},
	{"wrong nr of msg fields", ModelError, ""},
	{"missing pars in receive", ModelError, ""},
	{"error to poll rendezvous channel", ModelError, ""},
	{"ref to uninitialized chan", ModelError, ""},
	{"ref to unknown chan", ModelError, ""},
	{"polling rv chan", ModelError, ""},
	{"qsend bad queue#", ModelError, ""},
	{"qrecv bad queue#", ModelError, ""},
	{"non-determinism in ", ModelError, ""},
	{"used: enabled(pid=thisproc)", ModelError, ""},
	{"priority is out of range", ModelError, ""},
	{"atomic in claim not supported in BFS", ModelError, ""},

	{"aborting", ToolError, ""},
	{"too many processes", ToolError, ""},
	{"too many queues", ToolError, ""},
	{"VECTORSZ", ToolError, ""},
	{"hash table full", ToolError, ""},
	{"non-existing claim", ToolError, ""},
	{"cannot happen", ToolError, ""},
	{"cannot get here", ToolError, ""},
	{"cannot open", ToolError, ""},
	{"cannot create", ToolError, ""},
	{"could not ", ToolError, ""},
	{"bad ", ToolError, ""},
	{"error: ", ToolError, ""},
	{"sv_restor", ToolError, ""},
	{"stack out of wack", ToolError, ""},
	{"processes error", ToolError, ""},
	{"channels error", ToolError, ""},
	{"disk", ToolError, ""},
	{"stackfile", ToolError, ""},
	{"internal error", ToolError, ""},
	{"option list too long", ToolError, ""},
	{"overrun", ToolError, ""},
	{"no good", ToolError, ""},
	{"double plus ungood", ToolError, ""},
	{"double insert", ToolError, ""},
	{"not found error", ToolError, ""},
	{"xread failed", ToolError, ""},
	{"too many incoming edges", ToolError, ""},
	{"unexpected wordsize", ToolError, ""},
	{"unknown qid", ToolError, ""},
	{"assertion x ", ToolError, ""}, // of pan's own tables
	{"fork failed", ToolError, ""},
	{"pan_proxy exec failed", ToolError, ""},
	{"proxy fork failed", ToolError, ""},
	{"pthread_mutex_init", ToolError, ""},
	{"pid exceeds range", ToolError, ""},
	{"Fatal", ToolError, ""},
}

// classify says what an error line means; the class of an unknown text is Unknown.
func classify(text string) errorClass {
	for _, e := range errorClasses {
		if strings.HasPrefix(text, e.prefix) {
			return e
		}
	}
	return errorClass{text, Unknown, ""}
}
