// Package changes finds the cases of a suite that are not as they were at a commit.
//
//	s, err := suite.Load("suite.yaml")
//	c, err := changes.Since(ctx, "origin/main", []string{"suite.yaml"}, s)
//	// c.Suite has the cases that differ, c.Why the reason if all of them count
//
// A case is left out only where everything that its verdicts come from is known to be the same: its entry in the
// suite; the user's file with the files that it includes; the rendered models. In a checkout of mxgen itself, the models are rendered
// once more with the templates of the commit, and all cases differ if Go code that decides does.
// Anywhere else a commit does not say which mxgen it was verified with: mxgen counts as unchanged.
package changes

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mxgen/mxgen"
	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/templates"
)

// Changes are the cases that differ from a commit.
type Changes struct {
	Suite *suite.Suite // with the cases that differ, which keep their numbers
	Why   string       // why every case counts, "": each was compared
}

// Since compares a suite, which was loaded from these paths, with a commit of the repository that they are
// in.  ref names the commit as git does.  The error is a *config.Error or one of git.
func Since(ctx context.Context, ref string, paths []string, s *suite.Suite) (*Changes, error) {
	old, err := checkOut(ctx, ref, paths)
	if err != nil {
		return nil, err
	}
	defer old.remove()
	all := func(format string, args ...any) (*Changes, error) {
		return &Changes{s, fmt.Sprintf(format, args...)}, nil
	}
	before, err := old.load(paths)
	if err != nil {
		return all("the suite at %s cannot be read: %v", ref, err)
	}
	for _, one := range before.Cases {
		if _, err := relative(old.tree, one.Place.File); err != nil {
			return all("the suite at %s includes %s, which is not in the repository", ref, one.Place.File)
		}
	}
	c := comparison{old: old}
	if mxgen.IsModule(os.DirFS(old.tree)) {
		file, err := mxgen.Differs(os.DirFS(old.tree))
		if err != nil {
			return nil, err
		}
		if file != "" {
			return all("%s is another one at %s, and decides", file, ref)
		}
		if c.templates, err = templates.Parse(os.DirFS(filepath.Join(old.tree, "templates"))); err != nil {
			return all("the templates at %s cannot be read: %v", ref, err)
		}
	}
	if file := c.changedParameter(s); file != "" {
		return all("%s is another one at %s, and a configuration reads it", file, ref)
	}
	same := map[string]bool{}
	for _, one := range before.Cases {
		same[definition(old.tree, one)] = true
	}
	changed := &suite.Suite{Name: s.Name}
	for _, one := range s.Cases {
		if !same[definition(old.root, one)] || c.differs(one) {
			changed.Cases = append(changed.Cases, one)
		}
	}
	return &Changes{Suite: changed}, nil
}

// definition is what an entry says of a case, wherever the repository and the entry are.
func definition(root string, c suite.Case) string {
	c.Place, c.Tags = suite.Place{}, nil
	if c.Model != nil {
		m := *c.Model
		if path, err := relative(root, m.Path); err == nil {
			m.Path = path
		}
		c.Model = &m
	}
	text, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("a case is plain data: %v", err)) // no function, no channel, and no map with other keys than texts
	}
	return string(text)
}

// comparison compares cases whose entries are the same.
type comparison struct {
	old       *checkout
	templates *templates.Set // of the commit, nil: this program's
}

// differs tells whether the model of a case is another one at the commit.
func (c comparison) differs(one suite.Case) bool {
	if one.Model != nil {
		return one.Model.EmbeddedC || c.fileDiffers(one.Model.Path) // C may read whatever it likes
	}
	if c.templates == nil {
		return false
	}
	builds := []models.Build{}
	for _, b := range models.Builds(one.Config, one.Properties) {
		builds = append(builds, b.Build)
	}
	for _, f := range one.Formulas {
		builds = append(builds, models.Build{Formula: &f})
	}
	for _, b := range builds {
		// A model that cannot be rendered is refused when it is verified.
		here, err := models.Render(one.Config, b)
		if err != nil {
			return true
		}
		there, err := models.RenderWith(c.templates, one.Config, b)
		if err != nil || !bytes.Equal(here.Source, there.Source) {
			return true
		}
	}
	return false
}
