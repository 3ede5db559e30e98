package pancode

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// Reference is what a claim reads of one process, PROCTYPE[PROCESS]:NAME or PROCTYPE[PROCESS]@LABEL, and which
// processes a search has met there, or a process that it has started.  SPIN reads the memory of whatever process has the number, without a check.
type Reference struct {
	Proctype string
	Process  int    // its number; -1: that of any process of the proctype
	Met      bool   // a process of the proctype was met or started
	Missing  bool   // no process was met: not yet, or not any more
	Other    string // the proctype of another process that was met, or ""
}

// referencesFile is where a verifier writes what its claim's references have met.
const referencesFile = "references"

// remoteRead matches the code that reads a process.
var remoteRead = regexp.MustCompile(`\(\(P(\d+) \*\)Pptr\(`)

// referenceCheck reads a process as Pptr does, and writes down once what it is.  Where there is no process, Pptr
// returns the memory of one that has ended, which is no part of the state: the value is then 0.
const referenceCheck = `
static void
mx_met(int type, int number, int met)
{	static uchar said[_NP_ + 1][257];
	int bit = met < 0 ? 1 : met == type ? 2 : 4;
	if (number < 256 && !(said[type][number + 1] & bit))
	{	FILE *f = fopen("` + referencesFile + `", "a");
		said[type][number + 1] |= bit;
		if (f)
		{	fprintf(f, "%d %d %d\n", type, number, met);
			fclose(f);
	}	}
}

uchar *
mx_reference(int x, int type)
{	int met = -1;
	if (x >= 0 && x < now._nr_pr && x < MAXPROC)
		met = ((P0 *)pptr(x))->_t;
	mx_met(type, x < 0 ? -1 : x - BASE, met);
	return met < 0 ? noptr : (uchar *)pptr(x);
}

void
mx_started(int x, int type)
{
	if (x < BASE)
		return;
	mx_met(type, x - BASE, type);
	mx_met(type, -1, type);
}
`

// startsProcess is the code of pan.c before a process is started.
const startsProcess = "\tif (h >= MAXPROC)\n\t\tUerror(\"too many processes\");\n"

// CheckReferences has the verifier check what its claims read of processes.
func (d Dir) CheckReferences() error {
	path := filepath.Join(string(d), "pan.m")
	code, err := os.ReadFile(path)
	if err != nil || !remoteRead.Match(code) {
		return err
	}
	var out bytes.Buffer
	inClaim, found := false, false
	for line := range bytes.Lines(code) {
		if m := codeSection.FindSubmatch(bytes.TrimSuffix(line, []byte("\n"))); m != nil {
			inClaim = bytes.Contains(line, []byte("/* CLAIM "))
		}
		if inClaim && remoteRead.Match(line) {
			found = true
			line = remoteRead.ReplaceAll(line, []byte("((P$1 *)mx_reference_$1("))
		}
		out.Write(line)
	}
	if !found {
		return nil
	}
	var declared strings.Builder
	declared.WriteString("extern uchar *mx_reference(int, int);\nextern void mx_started(int, int);\n")
	for _, number := range slices.Compact(slices.Sorted(slices.Values(remoteReads(out.Bytes())))) {
		fmt.Fprintf(&declared, "#define mx_reference_%[1]s(x)\tmx_reference(x, %[1]s)\n", number)
	}
	if err := process.WriteFile(path, out.Bytes()); err != nil {
		return err
	}
	main, err := os.ReadFile(filepath.Join(string(d), "pan.c"))
	if err != nil {
		return err
	}
	if !bytes.Contains(main, []byte(startsProcess)) {
		return errors.New("pan.c does not start processes as expected")
	}
	main = bytes.Replace(main, []byte(startsProcess), []byte(startsProcess+"\tmx_started(h, n);\n"), 1)
	return errors.Join(d.appendTo("pan.h", declared.String()), process.WriteFile(filepath.Join(string(d), "pan.c"), append(main, referenceCheck...)))
}

var checkedRead = regexp.MustCompile(`mx_reference_(\d+)\(`)

// remoteReads are the numbers of the proctypes that code reads, each as often as it is read.
func remoteReads(code []byte) []string {
	var all []string
	for _, m := range checkedRead.FindAllSubmatch(code, -1) {
		all = append(all, string(m[1]))
	}
	return all
}

func (d Dir) appendTo(name, text string) error {
	path := filepath.Join(string(d), name)
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return process.WriteFile(path, append(old, text...))
}

// remoteField matches code that reads a variable of a process, by a number without parentheses in it.
var remoteField = regexp.MustCompile(`\(\(P(\d+) \*\)(?:Pptr|mx_reference_\d+)\((?:[^()]|\([^()]*\))*\)\)->(\w+)(\[?)`)

// unknownField says which variable a line of a claim reads that its proctype does not have, or without the index of the
// element, which SPIN 6.5.2 drops; or "".
func unknownField(line, header string, names []string) string {
	for _, m := range remoteField.FindAllStringSubmatch(line, -1) {
		_, fields, found := strings.Cut(header, "typedef struct P"+m[1]+" {")
		fields, _, ended := strings.Cut(fields, "} P"+m[1]+";")
		number, err := strconv.Atoi(m[1])
		if !found || !ended || err != nil || number >= len(names) {
			continue
		}
		if m[3] == "" && strings.Contains(fields, m[2]+"[") && regexp.MustCompile(`\b`+m[2]+`\[`).MatchString(fields) {
			return fmt.Sprintf("SPIN drops the index of %s, an array of proctype %s: read a variable that is no array", m[2], names[number])
		}
		if !regexp.MustCompile(`\b` + m[2] + `\b`).MatchString(fields) {
			return fmt.Sprintf("proctype %s has no variable %s", names[number], m[2])
		}
	}
	return ""
}

// References are what the references of a search's claim have met until now, as its verifier has written it into the
// directory of the run.
func (d Dir) References(run string) ([]Reference, error) {
	data, err := os.ReadFile(filepath.Join(run, referencesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	names, _, err := d.proctypes()
	if err != nil {
		return nil, err
	}
	var all []Reference
	for line := range strings.Lines(string(data)) {
		var kind, number, met int
		if _, err := fmt.Sscan(line, &kind, &number, &met); err != nil || kind >= len(names) || met >= len(names) {
			return nil, fmt.Errorf("%s: %q", referencesFile, line)
		}
		k := slices.IndexFunc(all, func(r Reference) bool { return r.Proctype == names[kind] && r.Process == number })
		if k < 0 {
			k = len(all)
			all = append(all, Reference{Proctype: names[kind], Process: number})
		}
		switch {
		case met < 0:
			all[k].Missing = true
		case met == kind:
			all[k].Met = true
		default:
			all[k].Other = names[met]
		}
	}
	for k, any := range all { // a number of its own stands for it where there is one
		all[k].Met = any.Met || any.Process < 0 && slices.ContainsFunc(all, func(r Reference) bool { return r.Met && r.Proctype == any.Proctype })
	}
	return all, nil
}
