// Package testenv has what the tests of results and its rooms share.  Only tests import
// it.
package testenv

import (
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Limits are the limits of a test's runs of pan.
var Limits = process.Limits{Timeout: 2 * time.Minute, Memory: 2 << 30}

// Tools are this machine's tools; a test that needs them fails without them.
func Tools(t testing.TB) toolchain.Tools {
	t.Helper()
	tools, err := toolchain.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// Config is the configuration that the flags of a command line give.
func Config(t testing.TB, algorithm, flags string) config.Config {
	t.Helper()
	c, err := models.Resolve(algorithm, models.ParamsOf(strings.Fields(flags)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// BareModel is the model of a configuration that is compared and replayed in.
func BareModel(t testing.TB, c config.Config) []byte {
	t.Helper()
	m, err := models.Render(c, models.Build{Bare: true})
	if err != nil {
		t.Fatal(err)
	}
	return m.Source
}
