// Package tty steps a run in a terminal: a Session of package explore as text, and keys.
//
//	err := tty.Run(ctx, session, os.Stdin, os.Stdout) // until the person ends it
package tty

import (
	"context"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"github.com/mxgen/mxgen/results/explore"
)

// Run shows the session until the person ends it or ctx is cancelled, and then leaves the terminal as it was.
func Run(ctx context.Context, s *explore.Session, in io.Reader, out io.Writer) error {
	p := tea.NewProgram(newScreen(ctx, s), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out))
	_, err := p.Run()
	if ctx.Err() != nil || errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}

// screen is what the terminal shows.
type screen struct {
	ctx           context.Context
	session       *explore.Session
	width, height int
	top           int    // the first line that is shown
	says          string // about the last key
	bad           bool   // says is a complaint
}

func newScreen(ctx context.Context, s *explore.Session) *screen {
	return &screen{ctx: ctx, session: s, width: 80, height: 24}
}

// Init starts nothing.
func (m *screen) Init() tea.Cmd { return nil }

// Update answers a key.
func (m *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(20, msg.Width), max(6, msg.Height)
	case tea.KeyPressMsg:
		return m, m.key(msg.String())
	}
	return m, nil
}

// View shows the lines that fit.
func (m *screen) View() tea.View {
	v := tea.NewView(m.text())
	v.AltScreen = true
	v.WindowTitle = "mxgen explore"
	return v
}

// key does what a key says.
func (m *screen) key(key string) tea.Cmd {
	s := m.session
	m.says, m.bad = "", false
	var err error
	switch key {
	case "q", "ctrl+c":
		return tea.Quit
	case "left", "backspace":
		s.Back()
	case "right":
		s.Forward()
	case "home":
		err = s.Jump(0)
	case "up", "pgup":
		m.top = max(0, m.top-step(key, m.height))
	case "down", "pgdown":
		m.top += step(key, m.height)
	case "r":
		err = s.Random(1)
	case "u":
		err = s.UntilEntry()
	case "s":
		err = m.shortest()
	case "g":
		m.says, err = s.ShortLink()
	default:
		err = m.choose(key)
	}
	if err != nil {
		m.says, m.bad = err.Error(), true
	}
	return nil
}

func step(key string, height int) int {
	if key == "up" || key == "down" {
		return 1
	}
	return max(1, height-4)
}

// choose makes the event of a key happen; other keys do nothing.
func (m *screen) choose(key string) error {
	for _, g := range m.session.Groups() {
		for _, c := range g.Choices {
			if c.Key == key {
				return m.session.Step(c.Event)
			}
		}
	}
	return nil
}

// shortest goes to the current state by a shortest run.
func (m *screen) shortest() error {
	had := m.session.Depth()
	run, err := m.session.ShortestHere(m.ctx)
	if err != nil {
		return err
	}
	if err := m.session.Replay(run); err != nil {
		return err
	}
	m.says = explore.Shorter(len(run), had)
	return nil
}
