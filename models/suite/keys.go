package suite

// key is a key of a mapping in a suite.  The parser takes the keys of the tables below and
// no others, and the JSON Schema is made of the tables.
type key struct {
	name  string
	takes kind
	help  string
	of    subject // whose entries have the key
	// defaults says that the key may stand in the defaults of a file as well.
	defaults bool
}

// subject is what an entry verifies.
type subject int

// The subjects of entries.
const (
	configurations subject = 1 << iota // of an algorithm
	userModel                          // a Promela file
	anything       = configurations | userModel
)

// kind is what may stand behind a key.
type kind int

// The kinds of values.
const (
	algorithmName kind = iota
	file               // the path of a file
	files              // one or a list
	parameters         // one value or a list for each parameter of a configuration
	macros             // one value or a list for each name
	formulas           // a formula for each name
	switchValue        // true or false
	propertyNames      // one or a list
	expectations       // registry, or an expectation for each property
	duration
	size
	tags // one or a list
	entryList
	defaultEntry
)

// suiteKeys are the keys of a file.
var suiteKeys = []key{
	{name: "include", takes: files, help: "suites whose entries come first, each once; paths start at the directory of this file"},
	{name: "defaults", takes: defaultEntry, help: "what the entries of this file have that do not say otherwise; files that it includes have their own"},
	{name: "entries", takes: entryList, help: "what is verified, in this order"},
}

// entryKeys are the keys of an entry.
var entryKeys = []key{
	{name: "algorithm", takes: algorithmName, of: configurations, help: "an algorithm, see mxgen list"},
	{name: "model", takes: file, of: userModel, help: "a Promela file, instead of an algorithm; the path starts at the directory of this file"},
	{name: "with", takes: parameters, of: configurations, defaults: true, help: "parameters of the configuration; lists give every combination, the last parameter changing fastest"},
	{name: "ltl", takes: formulas, of: configurations, help: "formulas to verify, by name; then of the properties only those that are named"},
	{name: "define", takes: macros, of: userModel, defaults: true, help: "macros for the preprocessor (-D); lists give every combination"},
	{name: "fair", takes: switchValue, of: userModel, defaults: true, help: "check liveness under weak fairness as well"},
	{name: "lossy", takes: switchValue, of: userModel, defaults: true, help: "a message sent to a full channel is lost"},
	{name: "empty-channels", takes: switchValue, of: userModel, defaults: true, help: "an end state is valid only while all channels are empty"},
	{name: "allow-embedded-c", takes: switchValue, of: userModel, help: "execute embedded C code, which has all rights of the user"},
	{name: "trust-embedded-c", takes: switchValue, of: userModel, help: "assume that embedded C code keeps all its data in SPIN's state vector"},
	{name: "properties", takes: propertyNames, of: anything, help: "the properties to verify (default: all); of an algorithm, safety means all that need no fairness"},
	{name: "expect", takes: expectations, of: anything, help: "the expected verdict of each property (default: pass); registry: as mxgen explain says"},
	{name: "timeout", takes: duration, of: anything, defaults: true, help: "time limit of each run, such as 90s or 5m (default: --timeout)"},
	{name: "memory", takes: size, of: anything, defaults: true, help: "memory limit of each run, such as 500MB or 4GB (default: --memory)"},
	{name: "tags", takes: tags, of: anything, defaults: true, help: "names by which --tag selects entries; those of defaults are added"},
}

// expectationKeys are the keys of an expectation that says more than the verdict.
var expectationKeys = []string{"verdict", "states"}

// names are the names of keys, in their order.
func names(keys []key) []string {
	var all []string
	for _, k := range keys {
		all = append(all, k.name)
	}
	return all
}

// defaultKeys are the keys that may stand in defaults.
func defaultKeys() []key {
	var all []key
	for _, k := range entryKeys {
		if k.defaults {
			all = append(all, k)
		}
	}
	return all
}
