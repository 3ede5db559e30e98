package raster_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/results/show/raster"
	"github.com/mxgen/mxgen/results/show/scene"
)

func TestPNG(t *testing.T) {
	s := scene.New(40, 20, "")
	s.Draw(scene.Rectangle("inside", 10, 5, 10, 10), scene.Text("text", 22, 15, scene.Start, "W"), scene.Line("pending", scene.Point{X: -5, Y: 1}, scene.Point{X: 900, Y: 1}), scene.Line("life"))
	var out bytes.Buffer
	if err := raster.PNG(&out, s, 2); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	at := func(x, y int) uint32 { r, _, _, _ := picture.At(x, y).RGBA(); return r >> 8 }
	if b := picture.Bounds(); b.Dx() != 80 || b.Dy() != 40 || at(30, 20) != 0x0b || at(2, 30) != 0xff {
		t.Errorf("%v, %x inside, %x outside", b, at(30, 20), at(2, 30))
	}
	dark := 0
	for x := 44; x < 60; x++ {
		for y := 10; y < 32; y++ {
			if at(x, y) < 0x80 {
				dark++
			}
		}
	}
	if dark < 20 {
		t.Errorf("%d dark pixels where a letter is", dark)
	}
	for _, s := range []*scene.Scene{scene.New(1e6, 1e6, ""), scene.New(0, 10, "")} {
		if err := raster.PNG(&out, s, 2); err == nil || !strings.Contains(err.Error(), "pixels") {
			t.Errorf("%v by %v: %v", s.Width, s.Height, err)
		}
	}
}
