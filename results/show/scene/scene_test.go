package scene_test

import (
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results/show/scene"
)

// FuzzSVG: whatever the texts are, the drawing is XML in which they are text.
func FuzzSVG(f *testing.F) {
	for _, text := range []string{"", "plain", `</text><script>alert(1)</script>`, `"'&<>`, "\x00\x1b\ufffe", "\xff", "]]>", "–→…"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := scene.New(10, 10, text)
		s.Add(scene.Group{Class: text, Title: text, Data: []scene.Datum{{Name: "node", Value: text}}, Shapes: []scene.Shape{scene.Text("text", 1, 1, scene.Start, text)}})
		d := xml.NewDecoder(strings.NewReader(s.SVG(scene.Standalone)))
		elements := 0
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if _, is := token.(xml.StartElement); is {
				elements++
			}
		}
		want := 7 // svg, title, style, path, g, title, text
		if text == "" {
			want-- // an empty title is left out
		}
		if elements != want {
			t.Errorf("%q: %d elements", text, elements)
		}
	})
}

// luminance is that of WCAG 2.
func luminance(t *testing.T, colour string) float64 {
	if !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(colour) {
		t.Fatalf("colour %q", colour)
	}
	sum := 0.0
	for k, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*k:3+2*k], 16, 8)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast: text has a contrast of 4.5 to 1 with what it is on, light and dark; axe-core does not look into
// drawings.
func TestContrast(t *testing.T) {
	grounds := map[string][]string{
		"text": {"ground", "loop", "box", "boxnotable"}, "bold": {"ground", "box", "boxwaiting", "boxnotable", "boxalarm"}, "title": {"ground"},
		"note": {"ground", "loop"}, "alarm": {"ground", "loop"}, "oninside": {"boxinside"},
	}
	for text, all := range grounds {
		for _, ground := range all {
			a, b := scene.Styles[text].Fill, scene.Styles[ground].Fill
			if c := contrast(t, a.Light, b.Light); c < 4.5 {
				t.Errorf("%s on %s, light: %.1f", text, ground, c)
			}
			if c := contrast(t, a.Dark, b.Dark); c < 4.5 {
				t.Errorf("%s on %s, dark: %.1f", text, ground, c)
			}
		}
	}
	for _, line := range []string{"message", "passing", "pending", "pointer", "follow", "alarmbar"} {
		a, b := scene.Styles[line].Stroke, scene.Styles["ground"].Fill
		if contrast(t, a.Light, b.Light) < 3 || contrast(t, a.Dark, b.Dark) < 3 {
			t.Errorf("%s is hardly seen", line)
		}
	}
	if contrast(t, "#777777", "#ffffff") > 4.5 {
		t.Error("the measure is wrong")
	}
}
