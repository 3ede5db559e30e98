package models

// NoOverflow is the property that every pass rests on: no value of the model has
// left its range.
const NoOverflow = "no-overflow"

// KindOf is the kind of a property of the algorithm.  A name that the algorithm does
// not have is that of a user's formula, which is decided as Liveness.
func (a *Algorithm) KindOf(property string) Kind {
	for _, p := range a.Properties {
		if p.Name == property {
			return p.Kind
		}
	}
	return Liveness
}
