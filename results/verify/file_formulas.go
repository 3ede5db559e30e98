package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pancode"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
)

// unread is a formula that is taken out of the model, so that the rest can be verified.
type unread struct {
	formula promela.Formula
	verdict results.Verdict
	reason  string
}

// setAside takes the formulas out of the model that spin cannot read, after it has rejected the model.  It tells
// whether there are any; if not, spin rejects the rest of the model.
func (f *file) setAside(ctx context.Context) bool {
	formulas := promela.Formulas(f.text)
	for k, one := range formulas {
		if slices.ContainsFunc(formulas[:k], func(o promela.Formula) bool { return o.Name == one.Name }) {
			f.drop(one, fmt.Errorf("more than one formula has the name %s", one.Name))
			return true
		}
	}
	if len(formulas) == 0 || f.reads(ctx, withOnly(f.text, formulas, "")) != nil {
		return false
	}
	for _, one := range formulas {
		if err := f.reads(ctx, withOnly(f.text, formulas, one.Name)); err != nil {
			f.drop(one, err)
		}
	}
	return len(f.unread) > 0
}

// withOnly is a text without its formulas, but for the one with this name.
func withOnly(text []byte, formulas []promela.Formula, name string) []byte {
	drop := map[string]bool{}
	for _, one := range formulas {
		drop[one.Name] = one.Name != name
	}
	return promela.WithoutFormulas(text, drop)
}

// reads tells whether spin reads a text.
func (f *file) reads(ctx context.Context, text []byte) error {
	job, err := runner.Prepare(ctx, f.Tools, text, runner.SpinDefaults, f.Limits)
	if err == nil {
		err = job.Close()
	}
	return err
}

// formula is the text of a claim's formula: as SPIN has read it, but where the model has subtypes of mtype as it is
// written, because SPIN writes numbers or other names for their constants.
func (f *file) formula(c pancode.Claim) string {
	if c.Formula != "" && promela.MtypesOf(f.text).HasSubtypes() {
		for _, one := range promela.Formulas(f.text) {
			if one.Name == c.Name {
				return one.Text
			}
		}
	}
	return c.Formula
}

// writtenFormula is the text of a formula, as the user has written it or, where that is not found, with its macros expanded; "": there is none.
func (f *file) writtenFormula(name string) string {
	called := func(text []byte) []promela.Formula {
		return slices.DeleteFunc(promela.Formulas(text), func(one promela.Formula) bool { return one.Name != name })
	}
	all := called(f.task.Source.Text)
	if len(all) != 1 || strings.HasPrefix(name, "ltl_") { // those without a name are counted in the whole text
		all = called(f.text)
	}
	if len(all) == 0 {
		return ""
	}
	return oneLine(all[0].Text)
}

// drop takes a formula out of the model, for a reason.
func (f *file) drop(one promela.Formula, reason error) {
	u := unread{one, results.Error, "the formula has no meaning: " + reason.Error()}
	var tool *process.ToolError
	switch {
	case one.Next:
		u.verdict = results.Inconclusive
		u.reason = fmt.Sprintf("the formula has the operator X, which this SPIN was built without (-DNXT): %v", reason)
	case errors.As(reason, &tool) && tool.Killed != process.NotKilled:
		u.verdict, u.reason = results.Inconclusive, reason.Error()
	}
	f.unread = append(f.unread, u)
	f.text = promela.WithoutFormulas(f.text, map[string]bool{one.Name: true})
	f.engine.Discard(f.asWritten().name())
}

// errMisread is why a formula has no meaning that SPIN reads otherwise than it is written.
var errMisread = errors.New("SPIN takes what stands behind [] or <> without parentheses apart: [] n != 5 is ([] n) != 5 for it, and in place of [] n it has a number of its own; write [] (n != 5)")

// dropMeaningless takes out the formulas that no compiler would take: those that read variables that do not exist; and those
// that SPIN misreads.
func (f *file) dropMeaningless() bool {
	dropped := false
	for _, one := range promela.Formulas(f.text) {
		if promela.Misread(one.Text) {
			f.drop(one, errMisread)
			dropped = true
		}
	}
	for _, c := range f.parts.Claims {
		for _, one := range promela.Formulas(f.text) {
			if one.Name == c.Name && c.Wrong != "" {
				f.drop(one, errors.New(c.Wrong))
				dropped = true
			}
		}
	}
	return dropped
}

// judgeReferences says what the references of a claim mean that a search has evaluated: an error where one means
// nothing.  starts says that the model starts processes.
func judgeReferences(r *results.Result, refs []pancode.Reference, starts bool) {
	meaningless := func(reason string) {
		r.Verdict, r.Reason = results.Error, reason
		r.Counterexample, r.Counterexamples, r.ConfirmedBy = nil, nil, nil
	}
	for _, ref := range refs {
		name := fmt.Sprintf("%s[%d]", ref.Proctype, ref.Process)
		if ref.Process < 0 {
			name = ref.Proctype
		}
		switch {
		case ref.Other != "":
			meaningless(fmt.Sprintf("the claim reads %s, but process %d is a %s: it refers to the wrong proctype", name, ref.Process, ref.Other))
			return
		case !ref.Missing:
		case ref.Met:
			r.Warnings = append(r.Warnings, "the claim reads "+name+" also where it has not started or has ended: its variables are 0 there, and it is at no label")
		case r.Verdict == results.Fail && starts: // it might be started elsewhere
			r.Warnings = append(r.Warnings, "the claim reads "+name+", which was not there in any state that was searched")
		default:
			meaningless("the claim reads " + name + ", which never exists")
			return
		}
	}
}
