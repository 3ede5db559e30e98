package timed

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// Distribution is a distribution of times, none of them negative.  The zero
// value is always 0.
type Distribution struct {
	form string  // one of the keys of forms, "" for a constant 0
	a, b float64 // its parameters
}

// Forms lists every text that ParseDistribution takes, for help and errors.
const Forms = "const:TIME, exp:MEAN, uniform:LEAST,MOST, lognormal:MEAN or lognormal:MEAN,SIGMA"

// maxTime bounds the parameters of a distribution, so that sums of times stay
// far from where a float64 has no fractions.
const maxTime = 1e9

// form is a family of distributions.
type form struct {
	least, most int       // number of parameters
	defaults    []float64 // of those that are absent; the mean is 1
	mean        func(a, b float64) float64
	sample      func(a, b float64, random *rand.Rand) float64
}

var forms = map[string]form{
	"const": {0, 1, []float64{1, 0},
		func(a, _ float64) float64 { return a },
		func(a, _ float64, _ *rand.Rand) float64 { return a }},
	"exp": {0, 1, []float64{1, 0},
		func(a, _ float64) float64 { return a },
		func(a, _ float64, random *rand.Rand) float64 { return a * random.ExpFloat64() }},
	"uniform": {0, 2, []float64{0, 2},
		func(a, b float64) float64 { return (a + b) / 2 },
		func(a, b float64, random *rand.Rand) float64 { return a + (b-a)*random.Float64() }},
	// The logarithm has the standard deviation b, and the mean that gives the mean a.
	"lognormal": {0, 2, []float64{1, 1},
		func(a, _ float64) float64 { return a },
		func(a, b float64, random *rand.Rand) float64 { return a * math.Exp(b*random.NormFloat64()-b*b/2) }},
}

// maxSigma bounds the standard deviation of the logarithm of a lognormal time.
const maxSigma = 5

// ParseDistribution reads a distribution, such as exp:1.  The error is a
// *config.Error; what says what the distribution is of.
func ParseDistribution(what, text string) (Distribution, error) {
	bad := func(reason string) (Distribution, error) {
		return Distribution{}, &config.Error{Operand: fmt.Sprintf("%s %.60q", what, text), Reason: reason, Remedy: "there are " + Forms}
	}
	name, parameters, given := strings.Cut(text, ":")
	f, known := forms[name]
	if !known {
		return bad("no such distribution")
	}
	d := Distribution{form: name, a: f.defaults[0], b: f.defaults[1]}
	if !given {
		return d, nil
	}
	texts := strings.SplitN(parameters, ",", 4)
	if len(texts) > f.most || name == "uniform" && len(texts) != 2 {
		return bad("wrong number of parameters")
	}
	for k, t := range texts {
		v, err := strconv.ParseFloat(t, 64)
		switch {
		case err != nil && !math.IsInf(v, 0), math.IsNaN(v):
			return bad(fmt.Sprintf("%.20q is not a number", t))
		case v < 0:
			return bad(fmt.Sprintf("%.20s is negative", t))
		case v > maxTime:
			return bad(fmt.Sprintf("%.20s is more than %g", t, float64(maxTime)))
		}
		if k == 0 {
			d.a = v
		} else {
			d.b = v
		}
	}
	switch {
	case name == "uniform" && d.a > d.b:
		return bad("the least time is more than the most")
	case name == "lognormal" && d.b > maxSigma:
		return bad(fmt.Sprintf("SIGMA is more than %d", maxSigma))
	}
	return d, nil
}

// String is the text that ParseDistribution reads.
func (d Distribution) String() string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	switch d.form {
	case "":
		return "const:0"
	case "uniform", "lognormal":
		return d.form + ":" + number(d.a) + "," + number(d.b)
	}
	return d.form + ":" + number(d.a)
}

// Mean is the mean time.
func (d Distribution) Mean() float64 {
	if d.form == "" {
		return 0
	}
	return forms[d.form].mean(d.a, d.b)
}

// WithMean returns the distribution of the same shape with another mean.  The
// mean of d is not 0.
func (d Distribution) WithMean(mean float64) Distribution {
	scale := mean / d.Mean()
	d.a *= scale
	if d.form == "uniform" {
		d.b *= scale
	}
	return d
}

// constant reports whether every time is the same.
func (d Distribution) constant() bool { return d.form == "" || d.form == "const" }

// sample draws a time.
func (d Distribution) sample(random *rand.Rand) float64 {
	if d.form == "" {
		return 0
	}
	return forms[d.form].sample(d.a, d.b, random)
}
