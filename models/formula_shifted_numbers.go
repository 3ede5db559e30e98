package models

import (
	"fmt"
	"slices"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
)

// An unbounded model is finite because its normal form shifts numbers: it subtracts
// the smallest live ticket from all of them.  Comparisons of shifted numbers with each
// other keep their meaning, comparisons with a constant do not.  A user's formula may
// therefore not read a shifted variable unless --rounds keeps the raw numbers.

// readableVariables returns the variables of a configuration's model that a formula
// may name, without those that are zero between steps, and among them the shifted
// ones, for which the formula is refused.
func readableVariables(c config.Config) (variables, shifted []string, err error) {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil {
		return nil, nil, err
	}
	if variables, err = Variables(c); err != nil {
		return nil, nil, err
	}
	variables = slices.DeleteFunc(variables, func(v string) bool { return slices.Contains(a.Variables.Scratch, v) })
	if a.Variables.Shifted != nil && c.Rounds == 0 {
		shifted = a.Variables.Shifted(c)
	}
	return variables, shifted, nil
}

// shiftedNumber is the reason for the refusal of a formula that reads a shifted
// variable, and the remedy.
func shiftedNumber(variable string) (reason, remedy string) {
	return fmt.Sprintf("%s is shifted to keep the unbounded model finite: what its numbers say there does not hold of the algorithm", variable),
		"use --rounds, which keeps raw numbers"
}
