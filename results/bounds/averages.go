package bounds

import (
	"context"
	"io"

	"github.com/mxgen/mxgen/models/registry"
)

type Average struct{ Stated []StatedAverage }
type StatedAverage struct{ Holds bool }

func (a *Average) write(w io.Writer) error                                           { return nil }
func (f Finder) average(ctx context.Context, b *Bounds, a *registry.Algorithm) error { return nil }

type Storage struct{ Stated []StatedStorage }
type StatedStorage struct{ Holds bool }

func (a *Storage) write(w io.Writer) error                                           { return nil }
func (f Finder) storage(ctx context.Context, b *Bounds, a *registry.Algorithm) error { return nil }
