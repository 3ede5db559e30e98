package figures_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/reference/timed"
	"github.com/mxgen/mxgen/results/simulate"
	"github.com/mxgen/mxgen/results/simulate/figures"
)

func distribution(t *testing.T, text string) timed.Distribution {
	t.Helper()
	d, err := timed.ParseDistribution("time", text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// measured are short runs of every algorithm under three loads.
func measured(t *testing.T) (points []simulate.Point) {
	t.Helper()
	subjects, err := simulate.Subjects("all")
	if err != nil {
		t.Fatal(err)
	}
	loads, err := simulate.ParseLoad("0.01,0.1,10")
	if err != nil {
		t.Fatal(err)
	}
	settings, err := simulate.Plan{Subjects: subjects, Compared: true, Params: models.Params{"n": "4"}, Axes: []simulate.Axis{loads},
		Think: distribution(t, "exp:1"), Section: distribution(t, "const:0.1"), Delay: distribution(t, "const:1"),
		Measurement: simulate.Measurement{Runs: 2, Entries: 40, Batches: 10, Seed: 1}, DefaultWarmup: true}.Settings()
	if err != nil {
		t.Fatal(err)
	}
	if err := simulate.Run(t.Context(), settings, simulate.Limits{Jobs: 2, Memory: 1 << 30}, func(p simulate.Point) error {
		points = append(points, p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return points
}

// TestFigures: four figures in both formats, with every algorithm and the formulas.
func TestFigures(t *testing.T) {
	points := measured(t)
	var names []string
	for _, f := range figures.Of(points) {
		names = append(names, f.Name)
		svg, err := f.Render("svg")
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
		for _, p := range points {
			if !bytes.Contains(svg, []byte(p.Setting.Name())) {
				t.Errorf("%s: no %s", f.Name, p.Setting.Name())
			}
		}
		if f.Name == "messages" {
			for _, formula := range []string{"3(N-1)", "N/2, light", "d+1-1/N, light"} {
				if !bytes.Contains(svg, []byte(formula)) {
					t.Errorf("%s: no %s", f.Name, formula)
				}
			}
			image, err := f.Render("png")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := png.Decode(bytes.NewReader(image)); err != nil {
				t.Error(err)
			}
		}
	}
	if fmt.Sprint(names) != "[messages sync-delay throughput response]" {
		t.Errorf("figures %v", names)
	}
	if got := figures.Of(points[:1]); got != nil {
		t.Errorf("of one point: %v", got)
	}
}
